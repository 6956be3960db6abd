import PealCore

/// Reads the inbox: alerts first, then the rest, newest first in both.
enum InboxPages {
    /// A page ends within one of the two parts; its token says in which.
    private enum Part: String, CaseIterable {
        case alerts = "a"
        case others = "n"
    }

    static func page(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest,
        _ db: Connection
    ) throws -> Page<InboxItem> {
        let start = page.after.flatMap { token in
            Part(rawValue: String(token.prefix(1))).map { (part: $0, after: String(token.dropFirst())) }
        }
        // One more than asked for says whether there is a next page.
        let wanted = page.limit + 1
        var items: [InboxItem] = []
        var skipped = 0
        if start?.part != .others {
            items = try read(
                .alerts,
                of: user,
                app,
                filter,
                after: start?.after,
                limit: wanted,
                offset: filter.offset,
                db
            )
            if items.isEmpty, filter.offset > 0 {
                skipped = try count(.alerts, of: user, app, filter, after: start?.after, limit: filter.offset, db)
            } else {
                skipped = filter.offset
            }
        }
        if items.count < wanted {
            let after = start?.part == .others ? start?.after : nil
            items += try read(
                .others,
                of: user,
                app,
                filter,
                after: after,
                limit: wanted - items.count,
                offset: filter.offset - skipped,
                db
            )
        }
        guard items.count > page.limit else { return Page(items: items, next: nil) }
        items.removeLast()
        return Page(
            items: items,
            next: items.last.map { ($0.isAlert ? Part.alerts : .others).rawValue + PageToken.text($0.id) }
        )
    }

    /// Only the bounds that are set stand in the statement, so that each filter finds its index.
    ///
    /// Of several, alerts come first, then a thread and what is unread, which are few; a `+` keeps the others from choosing.
    private static func condition(_ part: Part, _ filter: InboxFilter) -> String {
        var terms = [
            "n.app = ? AND n.user_id = ? AND n.id < ?", InboxItem.shown, "n.is_alert = \(part == .alerts ? 1 : 0)",
        ]
        if let isRead = filter.isRead { terms.append("n.read_at IS \(isRead ? "NOT " : "")NULL") }
        let isNarrow = part == .alerts || filter.thread != nil || filter.isRead == false
        if filter.category != nil { terms.append("\(isNarrow ? "+" : "")n.category = ?") }
        if filter.thread != nil { terms.append("\(part == .alerts ? "+" : "")n.thread = ?") }
        if filter.earliest(ofAlerts: part == .alerts) != nil { terms.append("n.id >= ? AND n.created_at >= ?") }
        return terms.joined(separator: " AND ")
    }

    private static func bindings(
        _ part: Part,
        _ user: UserID,
        _ app: AppID,
        _ filter: InboxFilter,
        after: String?
    ) -> [Binding] {
        var bindings: [Binding] = [app.bound, user.rawValue, PageToken.upperBound(after)]
        if let category = filter.category { bindings.append(category.rawValue) }
        if let thread = filter.thread { bindings.append(thread) }
        if let since = filter.earliest(ofAlerts: part == .alerts) {
            bindings += [since.firstID, since.milliseconds] as [Binding]
        }
        return bindings
    }

    private static func read(
        _ part: Part,
        of user: UserID,
        _ app: AppID,
        _ filter: InboxFilter,
        after: String?,
        limit: Int,
        offset: Int,
        _ db: Connection
    ) throws -> [InboxItem] {
        try db.all(
            """
            SELECT \(InboxItem.columns) FROM \(InboxItem.source) WHERE \(condition(part, filter))
            ORDER BY n.id DESC LIMIT ? OFFSET ?
            """,
            bindings(part, user, app, filter, after: after) + [limit, offset],
            InboxItem.init(row:)
        )
    }

    private static func count(
        _ part: Part,
        of user: UserID,
        _ app: AppID,
        _ filter: InboxFilter,
        after: String?,
        limit: Int,
        _ db: Connection
    ) throws -> Int {
        try db.value(
            Int.self,
            "SELECT COUNT(*) FROM (SELECT 1 FROM notification n WHERE \(condition(part, filter)) LIMIT ?)",
            bindings(part, user, app, filter, after: after) + [limit]
        ) ?? 0
    }
}
