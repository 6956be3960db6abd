/// An address of a user.
///
/// The token itself is sealed and known to the store's shell alone.
public struct Device: Sendable, Equatable {
    /// The identifier.
    public var id: DeviceID
    /// Whose it is.
    public var userID: UserID
    /// The push service that reaches it.
    public var provider: ProviderID
    /// The keyed hash of its token, by which a known token is found again.
    public var tokenHash: [UInt8]
    /// The sealed token.
    public var sealedToken: [UInt8]
    /// The operating system.
    public var platform: Platform
    /// The provider's environment, for example `production`.
    public var environment: String?
    /// The version of the app on it.
    public var appVersion: String?
    /// What the user allowed it to show.
    public var permission: PushPermission
    /// Capabilities and what the user allowed of them, for example `bluetooth: granted` (R018).
    public var capabilities: [String: String] = [:]
    /// The locale it is set to.
    public var locale: String?
    /// The zone it is in (IANA name).
    public var timeZone: String?
    /// Where it stands.
    public var state: DeviceState
    /// When it was registered first.
    public var createdAt: Timestamp
    /// When it was last heard of.
    public var lastSeenAt: Timestamp
    /// Since when its push service says the address is dead; `nil` when it never did, or the device registered again.
    public var invalidSince: Timestamp?
    /// SHA-256 of its device key; `nil` when it has none.
    public var keyHash: [UInt8]?
    /// The address that a device key named and could not replace this one by; `nil` for none.
    public var pending: PendingAddress?

    /// States what every device has; what it did not say is absent.
    public init(
        id: DeviceID,
        userID: UserID,
        provider: ProviderID,
        tokenHash: [UInt8],
        sealedToken: [UInt8],
        platform: Platform,
        permission: PushPermission,
        state: DeviceState,
        createdAt: Timestamp,
        lastSeenAt: Timestamp
    ) {
        self.id = id
        self.userID = userID
        self.provider = provider
        self.tokenHash = tokenHash
        self.sealedToken = sealedToken
        self.platform = platform
        self.permission = permission
        self.state = state
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
    }
}
