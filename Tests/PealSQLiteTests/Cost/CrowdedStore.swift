import GRDB
import PealCore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

/// A store in which as many rows as asked for wait at every place that a push passes.
struct CrowdedStore {
    let scene: StoreScene<SQLiteStore>
    let rows: Int

    /// The trigger that all seeded notifications are of.
    static let crowded = TriggerID(UUIDv7(milliseconds: 1, random: (0, 1)))

    /// Fills the store by SQL, in one transaction.
    func fill() async throws {
        let (name, rows, now) = (scene.app.rawValue, self.rows, scene.now.milliseconds)
        // What gives the app its key.
        try await scene.user("somebody")
        try await scene.store.pool.write { db in
            let app = try Int64.fetchOne(db, sql: "SELECT key FROM app WHERE name = ?", arguments: [name])
            let values: [String: (any DatabaseValueConvertible)?] = [
                "app": app, "rows": rows, "now": now, "trigger": Self.crowded.blob,
                "choices": try JSONText.encode(any: Preferences()),
            ]
            for seed in Self.seeds {
                let used = values.filter { seed.contains(":\($0.key)") }
                try db.execute(sql: Self.numbered(seed), arguments: StatementArguments(used))
            }
        }
    }

    /// The first user with a digest window.
    static let digestUser: UserID = "0000000000000003"

    /// Gives a user notifications that ended two days before.
    ///
    /// One in four was in a digest, one was counted by a throttle, one was an alert that was acknowledged, one was archived. All
    /// were read, and accepted by the user's devices.
    func addHistory(_ count: Int, of user: UserID) async throws {
        let notifications = """
            INSERT INTO notification (app, id, trigger_id, user_id, category, sealed_text, link, locale, rank, created_at,
                expires_at, policy_version, trace, push, alerts_on_failure, seen_at, read_at,
                digest_window, digest_until, throttled_type, pushed_at, is_alert, acknowledged_at, removal, removed_at)
            SELECT t.app, CAST('p' || substr(?1, -3) || printf('%012d', t.n) AS BLOB), t.id, ?1, 'status', x'00', '/', 'en', 1, ?2, ?2, 4,
                '', 'send', 0, ?2, ?2, CASE t.n % 4 WHEN 0 THEN 'digest:x:' END, CASE t.n % 4 WHEN 0 THEN ?2 + t.n END,
                CASE t.n % 4 WHEN 1 THEN 'assigned' END, CASE t.n % 4 WHEN 1 THEN ?2 + t.n END,
                t.n % 4 = 2, CASE t.n % 4 WHEN 2 THEN ?2 END,
                CASE t.n % 4 WHEN 3 THEN 'archived' END, CASE t.n % 4 WHEN 3 THEN ?2 END
            FROM (SELECT app, id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM trigger
                WHERE id <> ?4 AND fan_out = 'waiting') t
            WHERE t.n <= ?3
            """
        let deliveries = """
            INSERT INTO delivery (app, notification_id, device_id, user_id, provider, rank, state, due_at, accepted_at)
            SELECT n.app, n.id, d.id, n.user_id, d.provider, 1, 'accepted', ?2, ?2
            FROM notification n JOIN device d ON d.app = n.app AND d.user_id = n.user_id
            WHERE n.user_id = ?1 AND n.created_at = ?2
            """
        let past = (scene.now - .seconds(2 * 86_400)).milliseconds
        try await scene.store.pool.write { db in
            try db.execute(sql: notifications, arguments: [user.rawValue, past, count, Self.crowded.blob])
            #expect(db.changesCount == count)
            try db.execute(sql: deliveries, arguments: [user.rawValue, past])
            #expect(db.changesCount == count)
        }
    }

    /// With the numbers 1 to `:rows` as `n`.
    private static func numbered(_ seed: String) -> String {
        guard seed.contains(":rows") else { return seed }
        return seed.replacing(
            "FROM n",
            with:
                "FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < :rows) SELECT i FROM c) n"
        )
    }

    private static let name = "printf('%016d', i)"
    private static let blob = "CAST(printf('%016d', i) AS BLOB)"

    /// A quarter of the notifications each: pending on a device, accepted with a receipt, held, in a digest window.
    private static let seeds = [
        """
        INSERT INTO user (app, id, roles, sealed_details, created_at, updated_at)
        SELECT :app, \(name), '[]', x'00', :now, :now FROM n WHERE :rows
        """,
        """
        INSERT INTO device (app, id, user_id, provider, token_hash, sealed_token, platform, permission, capabilities,
            state, created_at, last_seen_at)
        SELECT :app, \(blob), \(name), 'fcm', \(blob), x'00', 'android', 'granted', '{}', 'active', :now, :now
        FROM n WHERE :rows
        """,
        """
        INSERT INTO entity (app, type, id, owner_id, times, attributes, updated_at)
        SELECT :app, 'report', \(name), \(name), '{}', '{}', :now FROM n WHERE :rows
        """,
        "INSERT INTO preference (app, user_id, choices) SELECT :app, \(name), :choices FROM n WHERE :rows",
        """
        INSERT INTO trigger (app, id, type, audience, due_at, accepted_at, catalog_version, sealed_data, fan_out)
        VALUES (:app, :trigger, 'assigned', 'all', :now, :now, 3, x'00', 'finished')
        """,
        """
        INSERT INTO trigger (app, id, type, audience, due_at, accepted_at, catalog_version, sealed_data, fan_out)
        SELECT :app, \(blob), 'assigned', '{"users":["' || \(name) || '"]}', :now + 60000 * (i % 2), :now, 3, x'00',
            'waiting'
        FROM n WHERE :rows
        """,
        "INSERT INTO named_user (app, user_id, trigger_id) SELECT :app, \(name), \(blob) FROM n WHERE :rows",
        """
        INSERT INTO notification (app, id, trigger_id, user_id, category, sealed_text, link, locale, rank, created_at,
            expires_at, policy_version, trace, push, held_until, digest_window, digest_until, is_alert, alerts_on_failure, hold_stage)
        SELECT :app, \(blob), :trigger, \(name), 'status', x'00', '/', 'en', 1, :now, :now + 3600000, 4, '',
            CASE i % 4 WHEN 2 THEN 'hold' WHEN 3 THEN 'digest' ELSE 'send' END,
            CASE WHEN i % 4 > 1 THEN :now END, CASE i % 4 WHEN 3 THEN 'digest:x:' END,
            CASE i % 4 WHEN 3 THEN :now END, 0, 0, 'quiet-hours'
        FROM n WHERE :rows
        """,
        "INSERT INTO badge (app, user_id, version, unseen, unread) SELECT :app, \(name), 1, 1, 1 FROM n WHERE :rows",
        """
        INSERT INTO delivery (app, notification_id, device_id, user_id, provider, rank, state, due_at, accepted_at)
        SELECT :app, \(blob), \(blob), \(name), 'fcm', 1, CASE i % 4 WHEN 0 THEN 'pending' ELSE 'accepted' END, :now,
            CASE i % 4 WHEN 1 THEN :now END
        FROM n WHERE :rows AND i % 4 < 2
        """,
        """
        INSERT INTO receipt (app, notification_id, device_id, provider, receipt, due_at, forgotten_at)
        SELECT :app, \(blob), \(blob), 'fcm', 'r', :now, :now + 1 FROM n WHERE :rows AND i % 4 = 1
        """,
        """
        INSERT INTO channel_address (app, user_id, channel, sealed, created_at)
        SELECT :app, \(name), 'radio', x'00', :now FROM n WHERE :rows
        """,
        """
        INSERT INTO channel_delivery (app, notification_id, channel, rank, state, due_at)
        SELECT :app, \(blob), 'radio', 1, 'pending', :now FROM n WHERE :rows
        """,
        """
        INSERT INTO sync_push (app, device_id, user_id, provider, due_at, expires_at, badge)
        SELECT :app, \(blob), \(name), 'fcm', :now, :now + 3600000, 1 FROM n WHERE :rows
        """,
        """
        INSERT INTO schedule (app, entity_type, entity_id, type, time, due_at, state)
        SELECT :app, 'report', \(name), 'reminder', :now, :now + 60000 * (i % 2), 'waiting' FROM n WHERE :rows
        """,
        """
        INSERT INTO idempotency (app, operation, key, request_hash, status, body, expires_at)
        SELECT :app, 'POST', \(name), x'00', 202, x'00', :now + i % 2 FROM n WHERE :rows
        """,
        "INSERT INTO claim (app, key, trigger_id) SELECT :app, \(name), \(blob) FROM n WHERE :rows",
    ]
}
