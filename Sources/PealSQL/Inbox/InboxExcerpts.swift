import PealCore

/// Single rows and counts of inboxes, within one read.
enum InboxExcerpts {
    /// One row of the user, if the inbox shows it or hidden ones count too.
    static func item(_ id: NotificationID, of user: UserID, app: AppID, includesHidden: Bool, _ db: SQLConnection)
        throws
        -> InboxItem?
    {
        try db.first(
            """
            SELECT \(InboxItem.columns) FROM \(InboxItem.source)
            WHERE n.app = ? AND n.id = ? AND n.user_id = ? \(includesHidden ? "" : "AND " + InboxItem.shown)
            """,
            [app.bound, id.blob, user.rawValue],
            InboxItem.init(row:)
        )
    }

    /// Counts and the badge, less the rows decided before `since` that are no alerts: there are few, until a sweep drops them.
    static func counts(of user: UserID, app: AppID, since: Timestamp?, _ db: SQLConnection) throws -> InboxCounts {
        let key: [SQLValue] = [app.bound, user.rawValue]
        let counts = try db.first("SELECT unread, unseen, version FROM badge WHERE app = ? AND user_id = ?", key) {
            InboxCounts(unread: try $0.int(0), unseen: try $0.int(1), version: try $0.int(2))
        }
        guard var counts else { return InboxCounts(unread: 0, unseen: 0, version: 0) }
        guard let since, counts.unread > 0 else { return counts }
        // An identifier is made after the instant of its decision: a day at most, also where the clock was set back.
        let bound = (since + .seconds(86_400)).firstID
        let expired = try db.first(
            """
            SELECT COUNT(*) FILTER (WHERE n.read_at IS NULL), COUNT(*) FILTER (WHERE n.seen_at IS NULL) FROM notification n
            WHERE n.app = ? AND n.user_id = ? AND n.id < ? AND n.created_at < ? AND \(PartialIndex.unread.of("n"))
                AND n.is_alert = 0
            """,
            key + [bound, since.milliseconds]
        ) { (unread: try $0.int(0), unseen: try $0.int(1)) }
        counts.unread -= expired?.unread ?? 0
        counts.unseen -= expired?.unseen ?? 0
        return counts
    }
}
