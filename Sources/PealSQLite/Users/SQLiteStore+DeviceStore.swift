public import PealCore
public import PealStore

extension SQLiteStore: DeviceStore {
    /// The user's devices that are not revoked, by identifier.
    public func devices(of user: UserID, app: AppID) async throws -> [Device] {
        try await look { db in try DeviceRows(app: app, user: user).all(db) }
    }

    /// The devices that have a token, under any of its hashes.
    public func holders(of hashes: [[UInt8]], provider: ProviderID, app: AppID) async throws -> [Device] {
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
    public func keyHolder(_ id: DeviceID, keyHash: [UInt8]) async throws -> KeyHolder? {
        try await look { db in
            try db.first(
                """
                SELECT \(Device.columns), app FROM device
                WHERE app IN (SELECT key FROM app) AND id = ? AND key_hash = ? AND state <> ?
                """,
                [id.blob, keyHash, DeviceState.revoked.rawValue]
            ) { row in KeyHolder(app: try row.key(17), device: try Device(row: row)) }
        }
    }

    /// Devices that are in a group since before an instant, those of the longest time first.
    public func agedDevices(_ group: AgedDevice.Group, app: AppID, before instant: Timestamp, limit: Int)
        async throws -> [AgedDevice]
    {
        let column = group.since
        return try await read { db in
            try db.all(
                """
                SELECT id, user_id, \(column) FROM device WHERE app = ? AND \(group.condition) AND \(column) < ?
                ORDER BY \(column) LIMIT ?
                """,
                [app.bound] + group.bindings + [instant.milliseconds, limit]
            ) { AgedDevice(id: try $0.id(0), userID: try $0.key(1), group: group, since: try $0.time(2)) }
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
    var bindings: [Binding] { if case .invalid(let provider) = self { [provider.rawValue] } else { [] } }
}
