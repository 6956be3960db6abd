import PealCore

/// Reads the inbox: alerts first, then the rest, newest first in both.
enum InboxPages {
    private typealias Part = InboxPosition.Part

    static func page(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest,
        _ db: SQLConnection
    ) throws -> Page<InboxItem> {
        try InboxPosition.page(page, offset: filter.offset) { part, after, limit, offset in
            try read(part, of: user, app, filter, after: after, limit: limit, offset: offset, db)
        }
    }

    /// Only the bounds that are set stand in the statement, so that each filter finds its index.
    ///
    /// Of several, alerts come first, then a thread and what is unread, which are few; the others stand in no index that could be chosen.
    private static func condition(_ part: Part, _ filter: InboxFilter) -> String {
        var terms = [
            "n.app = ? AND n.user_id = ? AND n.id < ?", InboxItem.shown, "n.is_alert = \(part == .alerts ? 1 : 0)",
        ]
        if let isRead = filter.isRead { terms.append("n.read_at IS \(isRead ? "NOT " : "")NULL") }
        let isNarrow = part == .alerts || filter.thread != nil || filter.isRead == false
        if filter.category != nil { terms.append("\(isNarrow ? "{unindexed n.category}" : "n.category") = ?") }
        if filter.thread != nil { terms.append("\(part == .alerts ? "{unindexed n.thread}" : "n.thread") = ?") }
        if filter.earliest(ofAlerts: part == .alerts) != nil { terms.append("n.id >= ? AND n.created_at >= ?") }
        if collapses(part, filter) {
            let newer = filter.isRead.map { "AND m.read_at IS \($0 ? "NOT " : "")NULL" } ?? ""
            terms.append(
                """
                NOT (n.thread IS NOT NULL AND {unindexed n.thread} IN (SELECT value FROM {texts ? j}) AND EXISTS (
                    SELECT 1 FROM notification m WHERE m.app = n.app AND m.user_id = n.user_id AND m.thread = n.thread
                        AND m.id > n.id AND m.in_app_reason IS NULL AND m.removed_at IS NULL AND m.is_alert = 0 \(newer)))
                """
            )
        }
        return terms.joined(separator: " AND ")
    }

    /// Alerts stay where they are, also of a muted thread.
    private static func collapses(_ part: Part, _ filter: InboxFilter) -> Bool {
        part != .alerts && !filter.collapsed.isEmpty && filter.thread == nil
    }

    private static func bindings(
        _ part: Part,
        _ user: UserID,
        _ app: AppID,
        _ filter: InboxFilter,
        after: NotificationID?
    ) throws -> [SQLValue] {
        var bindings: [SQLValue] = [app.bound, user.rawValue, after?.blob ?? .highest]
        if let category = filter.category { bindings.append(category.rawValue) }
        if let thread = filter.thread { bindings.append(thread) }
        if let since = filter.earliest(ofAlerts: part == .alerts) {
            bindings += [since.firstID, since.milliseconds] as [SQLValue]
        }
        if collapses(part, filter) { bindings.append(try TextList(texts: Array(filter.collapsed))) }
        return bindings
    }

    private static func read(
        _ part: Part,
        of user: UserID,
        _ app: AppID,
        _ filter: InboxFilter,
        after: NotificationID?,
        limit: Int,
        offset: Int,
        _ db: SQLConnection
    ) throws -> [InboxItem] {
        try db.all(
            """
            SELECT \(InboxItem.columns) FROM \(InboxItem.source) WHERE \(condition(part, filter))
            ORDER BY n.id DESC LIMIT ? OFFSET ?
            """,
            try bindings(part, user, app, filter, after: after) + [limit, offset],
            InboxItem.init(row:)
        )
    }
}
