public import PealCore
public import PealStore

/// What a user got, and what they did with it (R174–R190).
public struct Inbox: Sendable {
    private let store: any InboxStore & DirectoryStore & DeviceStore & PreferenceStore
    private let marks: MarkInbox
    private let catalogs: CatalogLookup
    private let encryption: PayloadEncryption
    private let zones: @Sendable (String) -> Zone?
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    public init(
        store: any InboxStore & DirectoryStore & DeviceStore & PreferenceStore & DeliveryStore & ChangeStore,
        catalogs: @escaping CatalogLookup,
        encryption: PayloadEncryption,
        zones: @escaping @Sendable (String) -> Zone?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        marks = MarkInbox(store: store)
        self.catalogs = catalogs
        self.encryption = encryption
        self.zones = zones
        self.now = now
    }

    /// Whether the app has an inbox at all (R189).
    public func isOn(_ app: AppID) -> Bool { catalogs(app, nil)?.features.inbox ?? false }

    /// The category that a client names by its key, its name or its id.
    public func category(_ name: String, of app: AppID) -> CategoryID {
        catalogs(app, nil)?.category(called: name)?.id ?? CategoryID(name)
    }

    /// From when on rows are shown (R186).
    private func oldest(_ app: AppID) -> Timestamp? { catalogs(app, nil).map { now() - $0.retention.inbox } }

    /// Whether a row is shown, as old as it is: an alert is until it is acknowledged (R147).
    private func isKept(_ item: InboxItem, _ app: AppID) -> Bool {
        item.isAlert || oldest(app).map { item.createdAt >= $0 } ?? true
    }

    /// A page of the list; when grouped, its rows are named by type and day too.
    public func list(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest,
        grouped: Bool
    ) async throws -> InboxView {
        var filter = filter
        filter.oldest = oldest(app)
        if filter.thread == nil { filter.collapsed = try await collapsedThreads(of: user, app: app) }
        let rows = try await store.inbox(of: user, app: app, filter: filter, page: page)
        var items = rows.items.compactMap { view(of: $0, user: user, app: app) }
        try await count(&items, of: filter.collapsed, user: user, app: app)
        var groups: [InboxView.Group]?
        if grouped {
            groups = Self.groups(rows.items, rules: try await zoneRules(of: user, app: app))
        }
        return InboxView(items: items, next: rows.next, counts: try await counts(of: user, app: app), groups: groups)
    }

    /// The threads that the user muted, where the app makes one row of each.
    private func collapsedThreads(of user: UserID, app: AppID) async throws -> [String] {
        guard catalogs(app, nil)?.mute.collapse == .thread else { return [] }
        let instant = now()
        return try await store.mutes(of: user, app: app).compactMap { mute in
            guard case .thread(let thread) = mute.scope, mute.holds(at: instant) else { return nil }
            return thread
        }
    }

    /// Says of rows of some threads how many unread ones they stand for.
    private func count(_ items: inout [NotificationView], of threads: [String], user: UserID, app: AppID) async throws {
        let collapsed = Set(threads)
        func stands(_ view: NotificationView) -> Bool {
            !view.item.isAlert && view.content.thread.map(collapsed.contains) ?? false
        }
        guard items.contains(where: stands) else { return }
        let waiting = try await counts(of: user, app: app, by: .thread)
        let unread = Dictionary(waiting.map { ($0.key, $0.unread) }) { first, _ in first }
        for index in items.indices where stands(items[index]) {
            items[index].count = max(1, items[index].content.thread.flatMap { unread[$0] } ?? 1)
        }
    }

    /// A page of what the user has not read, newest first, without its texts.
    func unread(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem> {
        let filter = InboxFilter(isRead: false, oldest: oldest(app))
        return try await store.inbox(of: user, app: app, filter: filter, page: page)
    }

    /// A page of everything held of a user, newest first: also what the inbox does not show.
    func held(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<NotificationView> {
        let rows = try await store.heldItems(of: user, app: app, page: page)
        return Page(items: rows.items.compactMap { view(of: $0, user: user, app: app) }, next: rows.next)
    }

    /// The counts and the badge.
    public func counts(of user: UserID, app: AppID) async throws -> CountsView {
        view(of: try await store.counts(of: user, app: app, since: oldest(app)), app)
    }

    private func view(of counts: InboxCounts, _ app: AppID) -> CountsView {
        let badge = catalogs(app, nil)?.badge == .unread ? counts.unread : counts.unseen
        return CountsView(unread: counts.unread, unseen: counts.unseen, badge: badge, badgeVersion: counts.version)
    }

    /// Some notifications and the counts of several users, as their inboxes show them at one instant.
    /// - Parameters:
    ///   - requests: the users, each with the notifications to read.
    ///   - app: their app.
    /// - Returns: an excerpt for each request, in their order.
    /// - Throws: ``StoreError``.
    public func excerpts(_ requests: [InboxRequest], app: AppID) async throws -> [InboxExcerptView] {
        let excerpts = try await store.excerpts(requests, app: app, since: oldest(app))
        // Many users have a notification of the same trigger.
        var opened: [TriggerID: [String: JSONValue]] = [:]
        return zip(requests, excerpts).map { request, excerpt in
            let views = excerpt.items.filter { isKept($0, app) }.compactMap { item in
                let data = opened[item.triggerID] ?? data(of: item, app: app)
                opened[item.triggerID] = data
                return view(of: item, user: request.user, app: app, data: data).map { (item.id, $0) }
            }
            return InboxExcerptView(
                notifications: Dictionary(views) { first, _ in first },
                counts: view(of: excerpt.counts, app)
            )
        }
    }

    /// Marks one; `nil` when the user has no such notification.
    ///
    /// `device` is the one the user acts on, where the call names it: only the others are told (R165, R172).
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        on device: DeviceID? = nil
    ) async throws -> NotificationView? {
        let item = try await marks.mark(id, of: user, app: app, as: mark, by: InboxAct(now: now(), device: device))
        // What is too old is not there any more, whether or not it was swept already.
        guard let item, isKept(item, app) || mark == .acknowledged else { return nil }
        try await markThread(of: item, user: user, app: app, as: mark, on: device)
        return view(of: item, user: user, app: app)
    }

    /// What a row stands for is read or removed with it.
    private func markThread(of item: InboxItem, user: UserID, app: AppID, as mark: InboxMark, on device: DeviceID?)
        async throws
    {
        guard let mark = mark.ofCollapsed, !item.isAlert, let thread = item.content.thread,
            try await collapsedThreads(of: user, app: app).contains(thread)
        else { return }
        let scope = InboxScope(thread: thread, before: item.createdAt + .milliseconds(1))
        _ = try await markAll(.scope(scope), of: user, app: app, as: mark, on: device)
    }

    /// What it means that the user viewed what a filter names, or opened the app, where it names nothing (C10).
    ///
    /// Whoever opens the app has seen everything; rows and screens that were viewed count as the catalog says (R170, R181).
    public func markOfView(_ filter: InboxMarkFilter, in app: AppID) -> InboxMark {
        filter == .scope(.everything) ? .seen : catalogs(app, nil)?.readOn.markOfView ?? .seen
    }

    /// Marks what a filter names, as one is marked; returns how many changed.
    public func markAll(
        _ filter: InboxMarkFilter = .scope(.everything),
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        on device: DeviceID? = nil
    ) async throws -> Int {
        let act = InboxAct(now: now(), device: device)
        switch filter {
        case .ids(let ids): return try await marks.markEach(ids, of: user, app: app, as: mark, by: act)
        case .scope(var scope):
            // What is too old is not there any more, whether or not it was swept already.
            scope.since = mark == .restored ? oldest(app) : nil
            return try await marks.markAll(in: scope, of: user, app: app, as: mark, by: act)
        }
    }

    /// How many notifications wait in each category, by its name in notifications, or in each thread.
    public func counts(of user: UserID, app: AppID, by grouping: InboxGrouping) async throws -> [InboxGroupCount] {
        let counts = try await store.counts(
            of: user,
            app: app,
            by: grouping,
            since: oldest(app),
            limit: Self.mostGroups
        )
        guard grouping == .category, let catalog = catalogs(app, nil) else { return counts }
        return counts.map { count in
            var count = count
            count.key = catalog.category(CategoryID(count.key))?.name ?? count.key
            return count
        }
    }

    /// Groups that are counted at most.
    private static let mostGroups = 200

    /// Marks a thread read because it was read elsewhere, and takes its pushes back (R165).
    public func resolve(thread: String, of user: UserID, app: AppID) async throws -> ResolveReport {
        try await marks.resolve(thread: thread, of: user, app: app, by: InboxAct(now: now()))
    }

    /// The zone that the user's days are in, as everywhere: their own choice, the latest device, the backend, the app.
    private func zoneRules(of user: UserID, app: AppID) async throws -> ZoneRules {
        guard let catalog = catalogs(app, nil) else { return .utc }
        let snapshot = RecipientSnapshot(
            userID: user,
            user: try await store.user(user, app: app),
            preferences: try await store.preferences(of: user, app: app),
            devices: try await store.devices(of: user, app: app).map(RecipientSnapshot.DeviceFacts.init)
        )
        return zones(snapshot.timeZone(in: catalog))?.rules ?? .utc
    }

    /// A row with its texts opened; `nil` where no catalog of the app is known.
    func view(of item: InboxItem, user: UserID, app: AppID) -> NotificationView? {
        view(of: item, user: user, app: app, data: data(of: item, app: app))
    }

    /// What the trigger said; what is not kept any more, or what no key at hand opens, is left out: one damaged row keeps back no
    /// other.
    private func data(of item: InboxItem, app: AppID) -> [String: JSONValue] {
        (try? encryption.open(item.sealedData, app: app, trigger: item.triggerID)) ?? [:]
    }

    private func view(of item: InboxItem, user: UserID, app: AppID, data: [String: JSONValue]) -> NotificationView? {
        guard let catalog = catalogs(app, item.contentVersion) ?? catalogs(app, nil) else { return nil }
        let text = try? encryption.text(of: item.content, item.id, app: app)
        let content = NotificationContent(item.content, text ?? NotificationText(title: "", body: ""))
        return NotificationView(item, content: content, userID: user, catalog: catalog, data: data)
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
