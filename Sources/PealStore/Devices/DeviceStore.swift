public import PealCore

/// Reads devices.
///
/// (app, provider, token hash) is unique: a known token that another user registers moves to them.
public protocol DeviceStore: HeldPushStore {
    /// The user's devices that are not revoked, by identifier.
    func devices(of user: UserID, app: AppID) async throws -> [Device]

    /// The devices that have a token, under any of its hashes, in the order of the hashes.
    func holders(of hashes: [[UInt8]], provider: ProviderID, app: AppID) async throws -> [Device]

    /// The device that has an identifier and a device key, by the hash of the key, of whatever app; `nil` when there is none.
    func keyHolder(_ id: DeviceID, keyHash: [UInt8]) async throws -> KeyHolder?

    /// Devices that are in a group since before an instant, those of the longest time first; of stale ones only those that a
    /// sweep found stale at or before `staleBy`.
    func agedDevices(
        _ group: AgedDevice.Group,
        app: AppID,
        before instant: Timestamp,
        staleBy: Timestamp,
        limit: Int
    ) async throws -> [AgedDevice]

    /// How many devices of an app are not revoked.
    func deviceCount(of app: AppID) async throws -> Int

    /// How many devices of an app the sweeps of its last day took; `nil` when there was none.
    func deviceSweep(of app: AppID) async throws -> DeviceSweep?

    /// Keeps how many devices of an app the sweeps of a day took.
    func keep(_ sweep: DeviceSweep, of app: AppID) async throws
}
