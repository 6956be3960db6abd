public import PealCore
public import PealStore

extension MemoryStore: DeviceStore {
    /// The user's devices that are not revoked, by identifier.
    public func devices(of user: UserID, app: AppID) async throws -> [Device] {
        read(app) { rows in rows.devices(of: user) }
    }

    /// The devices that have a token, under any of its hashes.
    public func holders(of hashes: [[UInt8]], provider: ProviderID, app: AppID) async throws -> [Device] {
        read(app) { rows in
            hashes.flatMap { rows.devices.rows(in: .token(provider, $0)).map(\.device) }
        }
    }

    /// Devices that are in a group since before an instant, those of the longest time first.
    public func agedDevices(_ group: AgedDevice.Group, app: AppID, before instant: Timestamp, limit: Int) async throws
        -> [AgedDevice]
    {
        read(app) { rows in
            let aged = rows.devices.rows.compactMap { $0.aged(group) }.filter { $0.since < instant }
            return Array(aged.sorted { $0.since < $1.since }.prefix(limit))
        }
    }
}
