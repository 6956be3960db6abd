import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: InboxStore {
    /// Shown rows, alerts first, then newest first.
    public func inbox(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest
    ) async throws -> Page<InboxItem> {
        try await read { db in try InboxPages.page(of: user, app: app, filter: filter, page: page, db) }
    }

    /// Every row held of the user, newest first.
    public func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem> {
        let rows = try await read { db in
            try db.all(
                """
                SELECT \(InboxItem.columns), \(InboxItem.shown) FROM \(InboxItem.source)
                WHERE n.app = ?1 AND n.user_id = ?2 AND n.id < ?3 ORDER BY n.id DESC LIMIT ?4
                """,
                // One more than asked for says whether there is a next page.
                [app.rawValue, user.rawValue, PageToken.upperBound(page.after), page.limit + 1]
            ) { row in
                var item = try InboxItem(row: row)
                item.isShown = try row.flag(25)
                return item
            }
        }
        let items = Array(rows.prefix(page.limit))
        return Page(items: items, next: rows.count > items.count ? items.last.map { PageToken.text($0.id) } : nil)
    }

    /// One shown row of the user.
    public func item(_ id: NotificationID, of user: UserID, app: AppID) async throws -> InboxItem? {
        try await read { db in try InboxMarking(app: app, user: user).item(id, onlyShown: true, db) }
    }

    /// Counts and the badge, less the rows decided before `since`: there are few, until a sweep drops them.
    public func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts {
        try await read { db in
            let key: [Binding] = [app.rawValue, user.rawValue]
            let counts = try db.first("SELECT unread, unseen, version FROM badge WHERE app = ? AND user_id = ?", key) {
                InboxCounts(unread: try $0.int(0), unseen: try $0.int(1), version: try $0.int(2))
            }
            guard var counts else { return InboxCounts(unread: 0, unseen: 0, version: 0) }
            guard let since, counts.unread > 0 else { return counts }
            let expired = try db.first(
                """
                SELECT COALESCE(SUM(n.read_at IS NULL), 0), COALESCE(SUM(n.seen_at IS NULL), 0) FROM notification n
                WHERE n.app = ? AND n.user_id = ? AND n.id < ? AND n.created_at < ? AND \(InboxItem.shown)
                """,
                key + [since.firstID, since.milliseconds]
            ) { (unread: try $0.int(0), unseen: try $0.int(1)) }
            counts.unread -= expired?.unread ?? 0
            counts.unseen -= expired?.unseen ?? 0
            return counts
        }
    }

    /// Marks one row; `nil` when the user has no such row.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> InboxItem? {
        try await writer.perform(.intake) { db, events in
            try InboxMarking(app: app, user: user).mark(id, as: mark, by: act, &events, db)
        }
    }

    /// Marks every row that is not yet; returns how many changed.
    public func markAll(of user: UserID, app: AppID, as mark: InboxMark, by act: InboxAct) async throws -> Int {
        try await writer.perform(.intake, weight: 200) { db, events in
            try InboxMarking(app: app, user: user).markAll(as: mark, by: act, &events, db)
        }
    }

    /// Marks a thread read because it was read elsewhere, and cancels pushes of it that are held or pending (R165).
    public func resolve(thread: String, of user: UserID, app: AppID, by act: InboxAct) async throws -> ResolveReport {
        try await writer.perform(.intake, weight: 50) { db, events in
            try InboxMarking(app: app, user: user).resolve(thread: thread, by: act, &events, db)
        }
    }
}
