import PealCore
import PealStore

/// Writes what is kept of queues.
struct QueueChanges {
    var app: AppID
    var provider: ProviderID

    private var key: [SQLValue] { [app.bound, provider.rawValue] }

    func write(_ change: QueueChange, _ events: inout EventBatch, _ db: SQLConnection) throws -> ChangeValue? {
        switch change {
        case .pause(let at, let by): try pause(at, by, db)
        case .resume: try pause(nil, nil, db)
        case .setTrouble(let trouble): try set(trouble, db)
        case .setInvalidationBreaker(let at): try set("invalidation_broken_since", "?3", at, db)
        case .noteRedrive(let at):
            // Later than the last one, whatever the clock says.
            try set("redriven_at", "CASE WHEN queue.redriven_at >= ?3 THEN queue.redriven_at + 1 ELSE ?3 END", at, db)
        case .restore(let from, let to, let since, let mismatched):
            let dead = try restore(from, to, since: since, &events, db)
            return .restored(dead + (try restore(mismatched, from, to, &events, db)))
        }
        return nil
    }

    /// Pauses it, or lets it go on; the right-hand sides of an update are those before it.
    private func pause(_ at: Timestamp?, _ by: String?, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO queue (app, provider, paused_at, paused_by) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (app, provider) DO UPDATE SET
                paused_at = CASE WHEN CAST(?3 AS INTEGER) IS NOT NULL THEN COALESCE(queue.paused_at, ?3) END,
                paused_by = CASE WHEN CAST(?3 AS INTEGER) IS NOT NULL THEN CASE WHEN queue.paused_at IS NULL THEN ?4 ELSE queue.paused_by END END
            """,
            key + [at?.milliseconds, by]
        )
    }

    private func set(_ trouble: QueueTrouble, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO queue (app, provider, broken_since, broken_reason, probe_at, throttled_until)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (app, provider) DO UPDATE SET
                broken_since = ?3, broken_reason = ?4, probe_at = ?5, throttled_until = ?6
            """,
            key + [
                trouble.breaker?.since.milliseconds, trouble.breaker?.reason, trouble.breaker?.probeAt.milliseconds,
                trouble.throttledUntil?.milliseconds,
            ]
        )
    }

    private func set(_ column: String, _ value: String, _ at: Timestamp?, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO queue (app, provider, \(column)) VALUES (?1, ?2, ?3)
            ON CONFLICT (app, provider) DO UPDATE SET \(column) = \(value)
            """,
            key + [at?.milliseconds]
        )
    }

    /// Puts devices into service again whose sender was refused; how many.
    private func restore(
        _ devices: [DeviceID],
        _ from: DeviceState,
        _ to: DeviceState,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws -> Int {
        var count = 0
        for device in Set(devices).sorted() {
            let users: [UserID] = try db.all(
                """
                UPDATE device SET state = ?5 WHERE app = ?1 AND id = ?3 AND provider = ?2 AND state = ?4 AND invalid_since IS NULL
                RETURNING user_id
                """,
                key + [device.blob, from.rawValue, to.rawValue]
            ) { try $0.key(0) }
            for user in users { events.add(.deviceChanged, app: app, user: user, .device(device)) }
            count += users.count
        }
        return count
    }

    private func restore(
        _ from: DeviceState,
        _ to: DeviceState,
        since: Timestamp,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws -> Int {
        let changed = try db.all(
            """
            UPDATE device SET state = CASE state WHEN ?4 THEN ?5 ELSE state END, invalid_since = NULL
            WHERE app = ?1 AND provider = ?2 AND invalid_since >= ?3 RETURNING id, user_id
            """,
            key + [since.milliseconds, from.rawValue, to.rawValue]
        ) { (id: try $0.id(0) as DeviceID, user: try $0.key(1) as UserID) }
        // A queue's name is that of a push service or of a channel, and never of both.
        let addresses = try db.run(
            """
            UPDATE channel_address SET invalid_since = NULL WHERE app = ?1 AND channel = ?2 AND invalid_since >= ?3
            """,
            key + [since.milliseconds]
        )
        for device in changed { events.add(.deviceChanged, app: app, user: device.user, .device(device.id)) }
        return changed.count + addresses
    }
}
