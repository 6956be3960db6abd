public import PealCore
import PealEngine
public import PealStore

/// Changes of devices as the use case makes them.
extension DeviceStore where Self: ChangeStore {
    /// Registers or refreshes a device.
    public func register(
        _ device: Device,
        app: AppID,
        otherHashes: [[UInt8]] = [],
        seal: (DeviceID) throws -> [UInt8]
    ) async throws -> (device: Device, created: Bool) {
        try await ChangeDevices(store: self).register(device, app: app, otherHashes: otherHashes, seal: seal)
    }

    /// Changes a device.
    public func change(_ change: DeviceChange, app: AppID) async throws -> Device? {
        try await ChangeDevices(store: self).change(change, app: app)
    }

    /// Revokes a device.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        try await ChangeDevices(store: self).revoke(id, of: user, app: app, now: now)
    }

    /// Ends devices of a group, at the instant before which they are in it unless another is named.
    public func end(
        _ group: AgedDevice.Group,
        app: AppID,
        before instant: Timestamp,
        at now: Timestamp? = nil,
        limit: Int
    ) async throws -> Int {
        try await ChangeDevices(store: self).end(group, app: app, before: instant, at: now ?? instant, limit: limit)
    }
}
