package import PealCore

extension SQLStore {
    /// Shown rows, alerts first, then newest first.
    package func inbox(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest
    ) async throws -> Page<InboxItem> {
        try await read { db in try InboxPages.page(of: user, app: app, filter: filter, page: page, db) }
    }

    /// Every row held of the user, newest first.
    package func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem> {
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
    package func item(_ id: NotificationID, of user: UserID, app: AppID, includesHidden: Bool) async throws
        -> InboxItem?
    {
        try await read { db in try InboxExcerpts.item(id, of: user, app: app, includesHidden: includesHidden, db) }
    }

    /// Some shown rows and the counts of several users, at one instant.
    package func excerpts(_ requests: [InboxRequest], app: AppID, since: Timestamp?) async throws -> [InboxExcerpt] {
        try await read { db in
            try requests.map { request in
                InboxExcerpt(
                    items: try request.ids.compactMap { id in
                        try InboxExcerpts.item(id, of: request.user, app: app, includesHidden: false, db)
                    },
                    counts: try InboxExcerpts.counts(of: request.user, app: app, since: since, db)
                )
            }
        }
    }

    /// Counts and the badge, less the rows decided before `since`.
    package func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts {
        try await read { db in try InboxExcerpts.counts(of: user, app: app, since: since, db) }
    }

    /// Counts of shown rows that were not read, by category or thread.
    package func counts(
        of user: UserID,
        app: AppID,
        by grouping: InboxGrouping,
        since: Timestamp?,
        limit: Int
    ) async throws -> [InboxGroupCount] {
        let key = grouping == .category ? "n.category" : "n.thread"
        // In the index of threads those that were read stand as well.
        return try await read { db in
            try db.all(
                """
                SELECT \(key), COUNT(*), COUNT(*) FILTER (WHERE n.seen_at IS NULL) FROM notification n
                WHERE n.app = ?1 AND n.user_id = ?2 AND (n.created_at >= ?3 OR n.is_alert = 1)
                    AND \(PartialIndex.unread.of("n")) AND {unindexed \(key)} IS NOT NULL
                GROUP BY \(key) ORDER BY {newest n.id} DESC LIMIT ?4
                """,
                [app.bound, user.rawValue, since?.milliseconds ?? 0, limit]
            ) { InboxGroupCount(key: try $0.text(0), unread: try $0.int(1), unseen: try $0.int(2)) }
        }
    }

    /// What marks of a user's notifications are planned from, the newest first.
    package func rows(
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
