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

    /// The device that has an identifier and a device key, of whatever app.
    public func keyHolder(_ id: DeviceID, keyHash: [UInt8]) async throws -> KeyHolder? {
        read { contents in
            for rows in contents.all {
                guard let row = rows.devices[id], !row.isRevoked, row.device.keyHash == keyHash else { continue }
                return KeyHolder(app: rows.app, device: row.device)
            }
            return nil
        }
    }

    /// Devices that are in a group since before an instant, those of the longest time first.
    public func agedDevices(
        _ group: AgedDevice.Group,
        app: AppID,
        before instant: Timestamp,
        staleBy: Timestamp,
        limit: Int
    ) async throws -> [AgedDevice] {
        read(app) { rows in
            let aged = rows.devices.rows.compactMap { $0.aged(group) }
                .filter { $0.since < instant && ($0.staleAt.map { $0 <= staleBy } ?? true) }
            return Array(aged.sorted { $0.since < $1.since }.prefix(limit))
        }
    }

    /// How many devices of an app are not revoked.
    public func deviceCount(of app: AppID) async throws -> Int {
        read(app) { rows in rows.devices.rows.count { !$0.isRevoked } }
    }

    /// How many devices of an app the sweeps of its last day took.
    public func deviceSweep(of app: AppID) async throws -> DeviceSweep? { read(app) { $0.deviceSweep } }

    /// Keeps how many devices of an app the sweeps of a day took.
    public func keep(_ sweep: DeviceSweep, of app: AppID) async throws {
        try await write(app) { $0.deviceSweep = sweep }
    }
}
