public import PealCore
public import PealStore

/// What a person got, and what they did with it (R174–R190).
public struct Inbox: Sendable {
    private let store: any InboxStore & DirectoryStore
    private let catalogs: CatalogLookup
    private let zones: @Sendable (String) -> Zone?
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    public init(
        store: any InboxStore & DirectoryStore,
        catalogs: @escaping CatalogLookup,
        zones: @escaping @Sendable (String) -> Zone?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.zones = zones
        self.now = now
    }

    /// Whether the app has an inbox at all (R189).
    public func isOn(_ app: AppID) -> Bool { catalogs(app, nil)?.features.inbox ?? false }

    /// A page of the list; when grouped, its rows are named by type and day too.
    public func list(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest,
        grouped: Bool
    ) async throws -> InboxView {
        let rows = try await store.inbox(of: user, app: app, filter: filter, page: page)
        let items = rows.items.compactMap { view(of: $0, user: user, app: app) }
        var groups: [InboxView.Group]?
        if grouped {
            let zone = try await store.user(user, app: app)?.timeZone ?? catalogs(app, nil)?.timeZone ?? "UTC"
            groups = Self.groups(rows.items, rules: zones(zone)?.rules ?? .utc)
        }
        return InboxView(items: items, next: rows.next, counts: try await counts(of: user, app: app), groups: groups)
    }

    /// The counts and the badge.
    public func counts(of user: UserID, app: AppID) async throws -> CountsView {
        let counts = try await store.counts(of: user, app: app)
        let badge = catalogs(app, nil)?.badge == .unread ? counts.unread : counts.unseen
        return CountsView(unread: counts.unread, unseen: counts.unseen, badge: badge, badgeVersion: counts.version)
    }

    /// Marks one; `nil` when the person has no such notification.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark
    ) async throws -> NotificationView? {
        let item = try await store.mark(id, of: user, app: app, as: mark, now: now())
        return item.flatMap { view(of: $0, user: user, app: app) }
    }

    /// Marks all; returns how many changed.
    public func markAll(of user: UserID, app: AppID, as mark: InboxMark) async throws -> Int {
        try await store.markAll(of: user, app: app, as: mark, now: now())
    }

    /// Marks a thread read because it was read elsewhere (R165).
    public func resolve(thread: String, of user: UserID, app: AppID) async throws -> ResolveReport {
        try await store.resolve(thread: thread, of: user, app: app, now: now())
    }

    private func view(of item: InboxItem, user: UserID, app: AppID) -> NotificationView? {
        let catalog = catalogs(app, item.contentVersion) ?? catalogs(app, nil)
        return catalog.map { NotificationView(item, userID: user, catalog: $0) }
    }

    private static func groups(_ items: [InboxItem], rules: ZoneRules) -> [InboxView.Group] {
        var groups: [InboxView.Group] = []
        for item in items {
            let date = rules.local(at: item.createdAt).date
            if let index = groups.firstIndex(where: { $0.type == item.type && $0.date == date }) {
                groups[index].ids.append(item.id)
            } else {
                groups.append(InboxView.Group(type: item.type, date: date, ids: [item.id]))
            }
        }
        return groups
    }
}
