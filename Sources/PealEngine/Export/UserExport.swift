public import PealCore
import PealStore

/// Exports everything stored about a user, for their right of access; tokens never leave (R006).
///
/// ``PealStore/StoredTable/holding`` says which part each table is in.
/// Notifications come in pages, so that an export of any size needs the memory of one page.
public struct UserExport: Sendable {
    /// At most so many memberships, and so many entities that the user owns.
    public static let maximumMemberships = 5000
    /// Notifications of a page.
    static let pageSize = 200

    private let store: any DirectoryStore & DeviceStore & EtaStore & ActionStore & ChangeStore
    private let now: @Sendable () -> Timestamp
    private let users: Users
    private let preferences: PreferenceCenter
    private let inbox: Inbox
    private let addresses: ChannelAddresses
    private let encryption: PayloadEncryption

    init(
        store: any DirectoryStore & DeviceStore & EtaStore & ActionStore & ChangeStore,
        users: Users,
        preferences: PreferenceCenter,
        inbox: Inbox,
        addresses: ChannelAddresses,
        encryption: PayloadEncryption,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.now = now
        self.encryption = encryption
        self.users = users
        self.preferences = preferences
        self.inbox = inbox
        self.addresses = addresses
    }

    /// What is stored of the user next to notifications.
    public struct Head: Sendable {
        /// The user as the backend described them.
        public var user: UserRecord
        /// Where they are a member.
        public var memberships: [Member]
        /// Their latest replies to events.
        public var replies: [ExportedReply]
        /// The actions that they took on notifications, the newest notification first.
        public var actions: [HeldAction]
        /// The entities that they own.
        public var owned: [EntityRef]
        /// Their devices, without tokens.
        public var devices: [Device]
        /// Their addresses in channels, in full.
        public var addresses: [ExportedAddress]
        /// What they chose and muted.
        public var preferences: PreferenceView?
        /// Whether memberships, replies, actions or entities were left out.
        public var isTruncated: Bool
    }

    /// Begins an export, and notes it for the audit log; `nil` when there is no such user.
    public func head(of id: UserID, app: AppID) async throws -> Head? {
        guard let user = try await users.record(of: id, app: app) else { return nil }
        let memberships = try await store.memberships(of: id, app: app, limit: Self.maximumMemberships + 1)
        let owned = try await store.owned(by: id, app: app, limit: Self.maximumMemberships + 1)
        let replies = try await store.etaReplies(of: id, app: app, limit: Self.maximumMemberships)
        let actions = try await store.actions(of: id, app: app, limit: Self.maximumMemberships + 1)
        let note = Change.note(.adminChanged, AuditNote("user-exported", at: now()), about: id)
        _ = try await store.apply([ChangeGroup(app: app, [note])])
        return Head(
            user: user,
            memberships: try memberships.prefix(Self.maximumMemberships).map { try encryption.opening($0, app: app) },
            replies: try replies.map { try ExportedReply($0, of: id, app: app, encryption) },
            actions: Array(actions.prefix(Self.maximumMemberships)),
            owned: Array(owned.prefix(Self.maximumMemberships)),
            devices: try await store.devices(of: id, app: app),
            addresses: try await addresses.exported(of: id, app: app),
            preferences: try await preferences.view(of: id, app: app),
            isTruncated: max(memberships.count, owned.count, actions.count) > Self.maximumMemberships
        )
    }

    /// A page of what was decided for a user, newest first: also what no inbox shows.
    /// - Parameters:
    ///   - id: the user.
    ///   - app: the app.
    ///   - after: where the page before ended; `nil` for the first.
    /// - Returns: at most 200 notifications.
    /// - Throws: ``StoreError``.
    public func notifications(of id: UserID, app: AppID, after: String?) async throws -> Page<NotificationView> {
        try await inbox.held(of: id, app: app, page: PageRequest(limit: Self.pageSize, after: after))
    }
}
