/// What is known of a recipient at the instant of a decision.
public struct RecipientSnapshot: Sendable, Equatable {
    /// Who.
    public var userID: UserID
    /// What the backend said of them; `nil` when nobody by that name exists.
    public var user: User?
    /// Their memberships that have a role.
    public var memberships: Set<MembershipRole>
    /// Entities they own, by type and status.
    public var owned: [OwnedEntity]
    /// What they chose.
    public var preferences: Preferences
    /// What they muted.
    public var mutes: [Mute]
    /// Their devices that are not revoked.
    public var devices: [DeviceFacts]
    /// When they last used the app, as far as that was seen.
    public var lastActiveAt: Timestamp?
    /// The threads that they are looking at, as their live connections say.
    public var viewedThreads: Set<String> = []
    /// Whether they see the board of the trigger's event, as their live connections say.
    public var hasBoardOpen = false
    /// The channels other than push and the inbox in which they have an address in service.
    public var channelsWithAddress: Set<Channel> = []
    /// Counts the changes of all that decisions read of them; `nil` for a user who is not stored.
    public var factsVersion: Int?

    /// An entity that a user owns.
    public struct OwnedEntity: Sendable, Equatable, Hashable {
        /// Its type.
        public var type: EntityTypeID
        /// Its status.
        public var status: String?
        /// Joins both parts.
        public init(type: EntityTypeID, status: String?) {
            self.type = type
            self.status = status
        }
    }

    /// What a decision needs of a device.
    public struct DeviceFacts: Sendable, Equatable {
        /// Which.
        public var id: DeviceID
        /// The push service.
        public var provider: ProviderID
        /// Its operating system.
        public var platform: Platform
        /// Where it stands.
        public var state: DeviceState
        /// What it may show.
        public var permission: PushPermission
        /// Capabilities and what is allowed of them.
        public var capabilities: [String: String]
        /// Its locale.
        public var locale: String?
        /// Its zone.
        public var timeZone: String?
        /// When it was last heard of.
        public var lastSeenAt: Timestamp

        /// Joins the parts.
        public init(
            id: DeviceID,
            provider: ProviderID,
            platform: Platform,
            state: DeviceState,
            permission: PushPermission,
            capabilities: [String: String],
            locale: String?,
            timeZone: String?,
            lastSeenAt: Timestamp
        ) {
            self.id = id
            self.provider = provider
            self.platform = platform
            self.state = state
            self.permission = permission
            self.capabilities = capabilities
            self.locale = locale
            self.timeZone = timeZone
            self.lastSeenAt = lastSeenAt
        }

        /// The state that counts at an instant: stale as soon as it was not seen for long (R011).
        public func status(at now: Timestamp, staleAfter: Duration) -> DeviceState {
            state.counting(lastSeenAt: lastSeenAt, at: now, staleAfter: staleAfter)
        }
    }

    /// Joins the parts.
    public init(
        userID: UserID,
        user: User?,
        memberships: Set<MembershipRole> = [],
        owned: [OwnedEntity] = [],
        preferences: Preferences = Preferences(),
        mutes: [Mute] = [],
        devices: [DeviceFacts] = [],
        lastActiveAt: Timestamp? = nil,
        factsVersion: Int? = nil
    ) {
        self.userID = userID
        self.user = user
        self.memberships = memberships
        self.owned = owned
        self.preferences = preferences
        self.mutes = mutes
        self.devices = devices
        self.lastActiveAt = lastActiveAt
        self.factsVersion = factsVersion
    }

    /// The user's own roles and those of memberships.
    public var heldRoles: HeldRoles { HeldRoles(own: Set(user?.roles ?? []), memberships: memberships) }

    /// The user's roles and those of any membership.
    public var roles: Set<String> { heldRoles.all }

    /// The zone the user is in: quiet hours > most recent device > the user as the backend put it > app (design §5).
    ///
    /// Devices travel; what a backend put once does not.
    public func timeZone(in catalog: Catalog) -> String {
        preferences.quietHours.timeZone?.value ?? mostRecent(\.timeZone) ?? user?.timeZone ?? catalog.timeZone
    }

    /// The locale the user reads: user > most recent device > app.
    public func locale(in catalog: Catalog) -> String {
        user?.locale ?? mostRecent(\.locale) ?? catalog.defaultLocale
    }

    /// What the active device says that was heard of last, of those that say anything.
    private func mostRecent(_ value: (DeviceFacts) -> String?) -> String? {
        devices.filter { $0.state == .active && value($0) != nil }.max { $0.lastSeenAt < $1.lastSeenAt }.flatMap(value)
    }
}
