import GRDB
public import PealCore

/// What becomes of devices that are not reached; each step takes from one partial index.
extension SQLiteStore {
    /// Revokes devices that a provider declared dead at an instant or before, longest ago first (C14).
    public func removeInvalid(
        app: AppID,
        provider: ProviderID,
        since instant: Timestamp,
        limit: Int
    ) async throws -> Int {
        try await writer.perform(.progress, weight: limit) { db, events in
            try Self.change(
                """
                UPDATE device SET \(Self.revoked), revoked_at = invalid_since, invalid_since = NULL
                WHERE (app, id) IN (
                    SELECT app, id FROM device WHERE app = ? AND provider = ? AND invalid_since <= ?
                    ORDER BY invalid_since LIMIT ?)
                """,
                [app.rawValue, provider.rawValue, instant.milliseconds, limit],
                app,
                &events,
                db
            )
        }
    }

    /// Makes active devices stale that were not seen since before an instant (R011).
    public func makeStale(app: AppID, notSeenSince instant: Timestamp, limit: Int) async throws -> Int {
        try await writer.perform(.progress, weight: limit) { db, events in
            try Self.change(
                """
                UPDATE device SET state = 'stale'
                WHERE (app, id) IN (
                    SELECT app, id FROM device WHERE state = 'active' AND app = ? AND last_seen_at < ?
                    ORDER BY last_seen_at LIMIT ?)
                """,
                [app.rawValue, instant.milliseconds, limit],
                app,
                &events,
                db
            )
        }
    }

    /// Revokes stale devices that were not seen since before an instant (R011).
    public func removeStale(app: AppID, notSeenSince instant: Timestamp, limit: Int) async throws -> Int {
        try await writer.perform(.progress, weight: limit) { db, events in
            try Self.change(
                """
                UPDATE device SET \(Self.revoked), revoked_at = last_seen_at, invalid_since = NULL
                WHERE (app, id) IN (
                    SELECT app, id FROM device WHERE state = 'stale' AND app = ? AND last_seen_at < ?
                    ORDER BY last_seen_at LIMIT ?)
                """,
                [app.rawValue, instant.milliseconds, limit],
                app,
                &events,
                db
            )
        }
    }

    /// Deletes devices that were revoked before an instant, longest ago first.
    public func removeRevoked(app: AppID, before instant: Timestamp, limit: Int) async throws -> Int {
        try await writer.perform(.progress, weight: limit) { db in
            try db.run(
                """
                DELETE FROM device WHERE (app, id) IN (
                    SELECT app, id FROM device WHERE state = 'revoked' AND app = ? AND revoked_at < ?
                    ORDER BY revoked_at LIMIT ?)
                """,
                [app.rawValue, instant.milliseconds, limit]
            )
        }
    }

    /// Runs an update of devices of an app; how many it changed.
    static func change(
        _ update: String,
        _ bindings: [Binding],
        _ app: AppID,
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> Int {
        let changed = try db.all("\(update) RETURNING id, user_id", bindings) {
            (id: try $0.id(0) as DeviceID, user: try $0.key(1) as UserID)
        }
        for device in changed { events.add(.deviceChanged, app: app, user: device.user, .device(device.id)) }
        return changed.count
    }

    private static let revoked = "state = 'revoked', token_hash = NULL, sealed_token = x''"
}
