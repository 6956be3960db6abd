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
                [app.bound, user.rawValue, PageToken.upperBound(page.after), page.limit + 1]
            ) { row in
                var item = try InboxItem(row: row)
                item.isShown = try row.flag(InboxItem.columnCount)
                return item
            }
        }
        let items = Array(rows.prefix(page.limit))
        return Page(items: items, next: rows.count > items.count ? items.last.map { PageToken.text($0.id) } : nil)
    }

    /// One row of the user, if the inbox shows it or hidden ones count too.
    public func item(_ id: NotificationID, of user: UserID, app: AppID, includesHidden: Bool) async throws
        -> InboxItem?
    {
        try await read { db in
            try db.first(
                """
                SELECT \(InboxItem.columns) FROM \(InboxItem.source)
                WHERE n.app = ? AND n.id = ? AND n.user_id = ? \(includesHidden ? "" : "AND " + InboxItem.shown)
                """,
                [app.bound, id.blob, user.rawValue],
                InboxItem.init(row:)
            )
        }
    }

    /// Counts and the badge, less the rows decided before `since`: there are few, until a sweep drops them.
    public func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts {
        try await read { db in
            let key: [Binding] = [app.bound, user.rawValue]
            let counts = try db.first("SELECT unread, unseen, version FROM badge WHERE app = ? AND user_id = ?", key) {
                InboxCounts(unread: try $0.int(0), unseen: try $0.int(1), version: try $0.int(2))
            }
            guard var counts else { return InboxCounts(unread: 0, unseen: 0, version: 0) }
            guard let since, counts.unread > 0 else { return counts }
            // An identifier is made after the instant of its decision: a day at most, also where the clock was set back.
            let bound = (since + .seconds(86_400)).firstID
            let expired = try db.first(
                """
                SELECT COALESCE(SUM(n.read_at IS NULL), 0), COALESCE(SUM(n.seen_at IS NULL), 0) FROM notification n
                WHERE n.app = ? AND n.user_id = ? AND n.id < ? AND n.created_at < ? AND \(PartialIndex.unread.of("n"))
                """,
                key + [bound, since.milliseconds]
            ) { (unread: try $0.int(0), unseen: try $0.int(1)) }
            counts.unread -= expired?.unread ?? 0
            counts.unseen -= expired?.unseen ?? 0
            return counts
        }
    }

    /// Counts of shown rows that were not read, by category or thread.
    public func counts(
        of user: UserID,
        app: AppID,
        by grouping: InboxGrouping,
        since: Timestamp?,
        limit: Int
    ) async throws -> [InboxGroupCount] {
        let key = grouping == .category ? "n.category" : "n.thread"
        return try await read { db in
            try db.all(
                """
                SELECT \(key), COUNT(*), SUM(n.seen_at IS NULL) FROM notification n
                WHERE n.app = ?1 AND n.user_id = ?2 AND n.id >= ?3 AND n.created_at >= ?4 AND \(PartialIndex.unread.of("n"))
                    AND \(key) IS NOT NULL
                GROUP BY \(key) ORDER BY MAX(n.id) DESC LIMIT ?5
                """,
                [
                    app.bound, user.rawValue, (since ?? Timestamp(milliseconds: 0)).firstID, since?.milliseconds ?? 0,
                    limit,
                ]
            ) { InboxGroupCount(key: try $0.text(0), unread: try $0.int(1), unseen: try $0.int(2)) }
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
        try await read { db in
            try InboxRows(app: app, user: user).read(selection, before: last, limit: limit, db)
        }
    }
}
