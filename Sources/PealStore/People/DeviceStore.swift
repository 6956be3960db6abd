public import PealCore

/// Keeps devices.
///
/// (app, provider, token hash) is unique: a known token registered by another user moves to them.
public protocol DeviceStore: Sendable {
    /// Registers or refreshes a device by its token hash. The stored device keeps its identifier when known; a token
    /// that belonged to another user is revoked there first (R001, R004). `created` is whether this user had it not.
    func register(_ device: Device, app: AppID) async throws -> (device: Device, created: Bool)

    /// The user's devices that are not revoked, oldest first.
    func devices(of user: UserID, app: AppID) async throws -> [Device]

    /// Changes permission, capabilities or the person's own switch; `nil` when the device is not the user's.
    func change(_ change: DeviceChange, app: AppID) async throws -> Device?

    /// Revokes a device on logout and forgets its token (R005); whether there was one.
    func revoke(_ id: DeviceID, of user: UserID, app: AppID, now: Timestamp) async throws -> Bool
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
