public import PealCore
public import PealStore

/// Gathers everything held of a person, for their right to know; tokens never leave (R006).
public struct PersonExport: Sendable {
    /// At most so many notifications; `isTruncated` says whether there are more.
    public static let maximumNotifications = 2000
    /// At most so many memberships.
    public static let maximumMemberships = 5000

    private let store: any DirectoryStore & DeviceStore & InboxStore
    private let preferences: PreferenceCenter
    private let inbox: Inbox

    /// Wires the use case.
    public init(
        store: any DirectoryStore & DeviceStore & InboxStore,
        preferences: PreferenceCenter,
        inbox: Inbox
    ) {
        self.store = store
        self.preferences = preferences
        self.inbox = inbox
    }

    /// What is held.
    public struct Answer: Sendable {
        /// The person as the backend described them.
        public var user: User
        /// Where they are a member.
        public var memberships: [Member]
        /// Their devices, without tokens.
        public var devices: [Device]
        /// What they chose and muted.
        public var preferences: PreferenceView?
        /// What was decided for them, newest first: also what no inbox shows.
        public var notifications: [NotificationView]
        /// Whether something was left out.
        public var isTruncated: Bool
    }

    /// Gathers it; `nil` when there is no such person.
    public func run(user id: UserID, app: AppID) async throws -> Answer? {
        guard let user = try await store.user(id, app: app) else { return nil }
        let memberships = try await store.memberships(of: id, app: app, limit: Self.maximumMemberships + 1)
        var notifications: [NotificationView] = []
        var after: String?
        var hasMore = true
        while hasMore, notifications.count < Self.maximumNotifications {
            let page = try await inbox.held(of: id, app: app, page: PageRequest(limit: 200, after: after))
            notifications += page.items
            after = page.next
            hasMore = page.next != nil
        }
        return Answer(
            user: user,
            memberships: Array(memberships.prefix(Self.maximumMemberships)),
            devices: try await store.devices(of: id, app: app),
            preferences: try await preferences.view(of: id, app: app),
            notifications: notifications,
            isTruncated: hasMore || memberships.count > Self.maximumMemberships
        )
    }
}
