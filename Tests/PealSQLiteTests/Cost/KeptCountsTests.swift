import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("Counts that the schema keeps")
struct KeptCountsTests {
    @Test("A database of the first version gets its counts, ranks and names when it is migrated")
    func backfill() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let pool = try DatabasePool(path: path)
            try Migrations.run(on: pool, upTo: "0001-foundation")
            try await pool.write { db in
                for sql in Self.old { try db.execute(sql: sql) }
            }
            try Migrations.run(on: pool)
            try await pool.read { db in
                #expect(try KeptCounts.mismatches(db) == [])
                #expect(try Int.fetchOne(db, sql: "SELECT SUM(notifications) FROM decision_count") == 3)
                #expect(try Int.fetchOne(db, sql: "SELECT open FROM queue_count") == 1)
                #expect(try Int.fetchAll(db, sql: "SELECT rank FROM trigger ORDER BY id") == [3, 1])
                let names = try String.fetchAll(db, sql: "SELECT user_id FROM named_user ORDER BY user_id")
                #expect(names == ["a", "b", "boss"])
                #expect(try Int.fetchOne(db, sql: "SELECT revoked_at FROM device WHERE state = 'revoked'") == 7)
            }
            try pool.close()
        }
    }

    @Test("Counts go with their trigger")
    func deleted() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.device("a")
            let id = try await scene.notify(["a", "b"])
            let later = scene.now + .seconds(99)
            let cut = RetentionCut(app: scene.app, inbox: later, log: later)
            for claimed in try await store.claim(now: scene.now, limit: 9, epoch: 1) {
                try await store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
            }
            #expect(try await store.trigger(id, app: scene.app)?.deliveries == [.accepted: 1])
            _ = try await store.sweepNotifications(cut, after: nil, limit: 9)
            #expect(try await store.trigger(id, app: scene.app)?.recipients == 0)
            _ = try await store.sweepTriggers(cut, after: nil, limit: 9)
            try await store.pool.read { db in
                for table in ["decision_count", "delivery_count", "named_user"] {
                    let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)")
                    #expect(count == 0, "\(table)")
                }
            }
        }
    }

    private static let old = [
        """
        INSERT INTO trigger (app, id, type, audience, priority, due_at, accepted_at, catalog_version, sealed_data,
            actor_id, actor_kind)
        VALUES ('x', zeroblob(16), 't', '{"users":["a","b"]}', 'critical', 1, 1, 1, x'', 'boss', 'user')
        """,
        """
        INSERT INTO trigger (app, id, type, audience, due_at, accepted_at, catalog_version, sealed_data, fan_out)
        VALUES ('x', randomblob(16), 't', 'all', 1, 1, 1, x'', 'finished')
        """,
        """
        INSERT INTO notification (app, id, trigger_id, user_id, category, title, body, link, locale, rank, created_at,
            expires_at, policy_version, trace, push, push_reason, in_app_reason, is_alert, alerts_on_failure)
        SELECT 'x', CAST(printf('%016d', value) AS BLOB), zeroblob(16), 'u' || value, 'c', '', '', '', 'en', 1, 1, 1, 1,
            '', CASE value WHEN 1 THEN 'suppress' ELSE 'send' END, CASE value WHEN 1 THEN 'muted' END,
            CASE value WHEN 2 THEN 'muted' END, 0, 0
        FROM json_each('[1, 2, 3]')
        """,
        """
        INSERT INTO delivery (app, notification_id, device_id, provider, rank, state, due_at)
        SELECT app, id, x'01', 'fcm', 1, CASE user_id WHEN 'u2' THEN 'pending' ELSE 'failed' END, 1
        FROM notification WHERE push = 'send'
        """,
        """
        INSERT INTO device (app, id, user_id, provider, sealed_token, platform, permission, capabilities, state,
            created_at, last_seen_at)
        VALUES ('x', zeroblob(16), 'a', 'fcm', x'', 'android', 'granted', '{}', 'revoked', 1, 7)
        """,
    ]
}
