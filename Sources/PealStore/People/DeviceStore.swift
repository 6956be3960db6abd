public import PealCore

/// Keeps devices.
///
/// (app, provider, token hash) is unique: a known token registered by another user moves to them.
public protocol DeviceStore: Sendable {
    /// Registers or refreshes a device by its token hash, in one transaction (R001, R004).
    ///
    /// A device this user has keeps its identifier. Any other takes the given identifier, which must be fresh; a token
    /// that belonged to another user is revoked there first. A revoked device never comes back. A user with more than
    /// ``PersonLimits/devices`` loses those least recently seen.
    /// - Parameters:
    ///   - device: The device; its sealed token is not looked at.
    ///   - app: The app.
    ///   - otherHashes: The token's hashes under other live keys, by which it is known just as well.
    ///   - seal: Seals the token for the identifier that was decided on; called inside the transaction.
    /// - Returns: The device as stored, and whether this user had it not.
    /// - Throws: ``StoreError``; then nothing is changed.
    func register(
        _ device: Device,
        app: AppID,
        otherHashes: [[UInt8]],
        seal: @escaping @Sendable (DeviceID) throws -> [UInt8]
    ) async throws -> (device: Device, created: Bool)

    /// The user's devices that are not revoked, oldest first.
    func devices(of user: UserID, app: AppID) async throws -> [Device]

    /// Changes permission, capabilities or the person's own switch; `nil` when the device is not the user's.
    func change(_ change: DeviceChange, app: AppID) async throws -> Device?

    /// Revokes a device on logout and forgets its token (R005); whether there was one.
    func revoke(_ id: DeviceID, of user: UserID, app: AppID, now: Timestamp) async throws -> Bool

    /// Revokes devices that a provider declared dead at an instant or before, longest ago first; how many (C14).
    func removeInvalid(app: AppID, provider: ProviderID, since instant: Timestamp, limit: Int) async throws -> Int

    /// Makes active devices stale that were not seen since before an instant; how many, at most `limit` (R011).
    func makeStale(app: AppID, notSeenSince instant: Timestamp, limit: Int) async throws -> Int

    /// Revokes stale devices that were not seen since before an instant; how many, at most `limit` (R011).
    func removeStale(app: AppID, notSeenSince instant: Timestamp, limit: Int) async throws -> Int

    /// Deletes devices that were revoked before an instant, longest ago first; how many, at most `limit`.
    func removeRevoked(app: AppID, before instant: Timestamp, limit: Int) async throws -> Int
}

extension DeviceStore {
    /// Registers or refreshes a device whose token has one hash alone.
    public func register(
        _ device: Device,
        app: AppID,
        seal: @escaping @Sendable (DeviceID) throws -> [UInt8]
    ) async throws -> (device: Device, created: Bool) {
        try await register(device, app: app, otherHashes: [], seal: seal)
    }
}

/// A change to a device; `nil` leaves a part as it was.
public struct DeviceChange: Sendable {
    /// Which.
    public var id: DeviceID
    /// Whose it must be.
    public var userID: UserID
    /// What the person allows it to show.
    public var permission: PushPermission?
    /// Capabilities to set; others stay.
    public var capabilities: [String: String]?
    /// The person's own switch: off is `disabled`, on is `active` (R013, R014).
    public var enabled: Bool?
    /// When.
    public var now: Timestamp

    /// Joins the parts.
    public init(
        id: DeviceID,
        userID: UserID,
        permission: PushPermission?,
        capabilities: [String: String]?,
        enabled: Bool?,
        now: Timestamp
    ) {
        self.id = id
        self.userID = userID
        self.permission = permission
        self.capabilities = capabilities
        self.enabled = enabled
        self.now = now
    }
}
