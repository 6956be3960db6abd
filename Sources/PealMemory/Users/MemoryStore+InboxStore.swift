public import PealCore
public import PealStore

extension MemoryStore: InboxStore {
    /// Shown rows, alerts first, then newest first.
    public func inbox(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest
    ) async throws -> Page<InboxItem> {
        read(app) { rows in
            let matching = rows.notifications.rows(in: .user(user)).reversed()
                .filter { $0.isShown && $0.matches(filter) }
            let shown = filter.thread == nil ? matching.collapsing(filter.collapsed) : matching
            return InboxPosition.page(page, offset: filter.offset) { part, after, limit, offset in
                let below = shown.filter { row in
                    row.isAlert == (part == .alerts) && (after.map { row.id < $0 } ?? true)
                }
                return below.dropFirst(offset).prefix(limit).compactMap { rows.item($0) }
            }
        }
    }

    /// Every row held of the user, newest first.
    public func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem> {
        read(app) { rows in
            let keys = rows.notifications.keys(in: .user(user)).before(NotificationID(token: page.after)).reversed()
            return Page(keys, limit: page.limit, token: \.id.token) { id in
                guard let row = rows.notifications[id], var item = rows.item(row) else { return nil }
                item.isShown = row.isShown
                return item
            }
        }
    }

    /// One row of the user, if the inbox shows it or hidden ones count too.
    public func item(_ id: NotificationID, of user: UserID, app: AppID, includesHidden: Bool) async throws
        -> InboxItem?
    {
        read(app) { $0.item(id, of: user, onlyShown: !includesHidden) }
    }

    /// Some shown rows and the counts of several users, at one instant.
    public func excerpts(_ requests: [InboxRequest], app: AppID, since: Timestamp?) async throws -> [InboxExcerpt] {
        read(app) { rows in
            requests.map { request in
                InboxExcerpt(
                    items: request.ids.compactMap { rows.item($0, of: request.user, onlyShown: true) },
                    counts: rows.counts(of: request.user, since: since)
                )
            }
        }
    }

    /// Counts and the badge, less the rows decided before `since`.
    public func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts {
        read(app) { $0.counts(of: user, since: since) }
    }

    /// Counts of shown rows that were not read, by category or thread.
    public func counts(
        of user: UserID,
        app: AppID,
        by grouping: InboxGrouping,
        since: Timestamp?,
        limit: Int
    ) async throws -> [InboxGroupCount] {
        read(app) { rows in
            let waiting = rows.notifications.rows(in: .user(user)).reversed().filter { row in
                row.isShown && row.readAt == nil && (row.isAlert || since.map { row.createdAt >= $0 } ?? true)
            }
            var order: [TextKey] = []
            var counts: [TextKey: InboxGroupCount] = [:]
            for row in waiting {
                guard let name = grouping == .category ? row.category.rawValue : row.content.thread else { continue }
                let key = TextKey(name)
                if counts[key] == nil { order.append(key) }
                counts[key, default: InboxGroupCount(key: name, unread: 0, unseen: 0)].unread += 1
                if row.seenAt == nil { counts[key]?.unseen += 1 }
            }
            return order.prefix(limit).compactMap { counts[$0] }
        }
    }

    /// What marks of a user's notifications are planned from, the newest first.
    public func rows(
        _ selection: InboxSelection,
        of user: UserID,
        app: AppID,
        before last: NotificationID?,
        limit: Int
    ) async throws -> [InboxRow] {
        read(app) { $0.rows(selection, of: user, before: last, limit: limit) }
    }
}

extension [NotificationRow] {
    /// The rows, newest first, with only the newest of each of some threads; alerts stay.
    fileprivate func collapsing(_ threads: [String]) -> [NotificationRow] {
        let collapsed = Set(threads.map { TextKey($0) })
        var met: Set<TextKey> = []
        return filter { row in
            guard !row.isAlert, let key = row.content.thread.map({ TextKey($0) }), collapsed.contains(key) else {
                return true
            }
            return met.insert(key).inserted
        }
    }
}

extension NotificationRow {
    fileprivate func matches(_ filter: InboxFilter) -> Bool {
        (filter.isRead.map { $0 == (readAt != nil) } ?? true) && (filter.category.map { $0 == category } ?? true)
            && (filter.thread.map { content.thread.isSame(as: $0) } ?? true)
            && (filter.earliest(ofAlerts: isAlert).map { createdAt >= $0 } ?? true)
    }
}
