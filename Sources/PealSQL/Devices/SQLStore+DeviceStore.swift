package import PealCore
package import PealStore

extension SQLStore {
    /// The user's devices that are not revoked, by identifier.
    package func devices(of user: UserID, app: AppID) async throws -> [Device] {
        try await look { db in try DeviceRows(app: app, user: user).all(db) }
    }

    /// The devices that have a token, under any of its hashes.
    package func holders(of hashes: [[UInt8]], provider: ProviderID, app: AppID) async throws -> [Device] {
        try await look { db in
            try hashes.compactMap { hash in
                try db.first(
                    "SELECT \(Device.columns) FROM device WHERE app = ? AND provider = ? AND token_hash = ?",
                    [app.bound, provider.rawValue, hash],
                    Device.init(row:)
                )
            }
        }
    }

    /// The device that has an identifier and a device key, of whatever app: one look-up for each app.
    package func keyHolder(_ id: DeviceID, keyHash: [UInt8]) async throws -> KeyHolder? {
        try await look { db in
            try db.first(
                """
                SELECT \(Device.columns), app FROM device
                WHERE app IN (SELECT key FROM app) AND id = ? AND key_hash = ? AND state <> ?
                """,
                [id.blob, keyHash, DeviceState.revoked.rawValue]
            ) { row in KeyHolder(app: try row.key(19), device: try Device(row: row)) }
        }
    }

    /// Devices that are in a group since before an instant, those of the longest time first.
    package func agedDevices(
        _ group: AgedDevice.Group,
        app: AppID,
        before instant: Timestamp,
        staleBy: Timestamp,
        limit: Int
    ) async throws -> [AgedDevice] {
        let column = group.since
        let isStale = group == .stale
        let notice = isStale ? "AND (stale_at IS NULL OR stale_at <= ?)" : ""
        return try await read { db in
            try db.all(
                """
                SELECT id, user_id, \(column), stale_at FROM device
                WHERE app = ? AND \(group.condition) AND \(column) < ? \(notice)
                ORDER BY \(column) LIMIT ?
                """,
                [app.bound] + group.bindings + [instant.milliseconds] + (isStale ? [staleBy.milliseconds] : []) + [
                    limit
                ]
            ) { row in
                AgedDevice(
                    id: try row.id(0),
                    userID: try row.key(1),
                    group: group,
                    since: try row.time(2),
                    staleAt: isStale ? try row.optionalTime(3) : nil
                )
            }
        }
    }

    /// How many devices of an app are not revoked.
    package func deviceCount(of app: AppID) async throws -> Int {
        try await read { db in
            try db.value(
                Int.self,
                "SELECT SUM(devices) FROM device_count WHERE app = ? AND state <> 'revoked'",
                [app.bound]
            ) ?? 0
        }
    }

    /// How many devices of an app the sweeps of its last day took.
    package func deviceSweep(of app: AppID) async throws -> DeviceSweep? {
        try await read { db in
            try db.first("SELECT day, devices, ended, waits FROM device_sweep WHERE app = ?", [app.bound]) { row in
                DeviceSweep(
                    day: Int64(try row.int(0)),
                    devices: try row.int(1),
                    ended: try row.int(2),
                    waits: try row.int(3) == 1
                )
            }
        }
    }

    /// Keeps how many devices of an app the sweeps of a day took.
    package func keep(_ sweep: DeviceSweep, of app: AppID) async throws {
        _ = try await writer.perform(.progress) { db in
            try db.run(
                """
                INSERT INTO device_sweep (app, day, devices, ended, waits) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (app) DO UPDATE SET day = excluded.day, devices = excluded.devices, ended = excluded.ended,
                    waits = excluded.waits
                """,
                [app.bound, sweep.day, sweep.devices, sweep.ended, sweep.waits]
            )
        }
    }
}

extension AgedDevice.Group {
    /// The column that says since when a device is in the group.
    var since: String {
        switch self {
        case .invalid: "invalid_since"
        case .active, .stale: "last_seen_at"
        case .revoked: "revoked_at"
        }
    }

    /// The condition of the group's partial index.
    var condition: String {
        switch self {
        case .invalid: "provider = ? AND invalid_since IS NOT NULL"
        case .active: PartialIndex.devices(.active).condition
        case .stale: PartialIndex.devices(.stale).condition
        case .revoked: PartialIndex.devices(.revoked).condition
        }
    }

    /// What the condition is bound to.
    var bindings: [SQLValue] { if case .invalid(let provider) = self { [provider.rawValue] } else { [] } }
}
