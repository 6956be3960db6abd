import GRDB
import PealCore
import PealStore

/// Changes what a person's inbox rows say.
///
/// The badge follows by the schema's own triggers.
struct InboxMarking {
    var app: AppID
    var user: UserID

    private static let rows = "UPDATE notification AS n SET"
    private static let mine = "n.app = ?1 AND n.user_id = ?2"

    /// What a mark sets (`?3` is the instant), and the rows it would change.
    private static func change(_ mark: InboxMark) -> (sets: String, where: String) {
        let looked = "seen_at = COALESCE(n.seen_at, ?3), read_at = COALESCE(n.read_at, ?3)"
        let shown = InboxItem.shown
        return switch mark {
        case .seen: ("seen_at = ?3", "\(shown) AND n.seen_at IS NULL")
        case .read: (looked, "\(shown) AND n.read_at IS NULL")
        case .unread: ("read_at = NULL", "\(shown) AND n.read_at IS NOT NULL")
        // What a device tells of a push holds without an inbox row, too.
        case .received: ("received_at = ?3", "n.received_at IS NULL")
        case .opened: ("opened_at = COALESCE(n.opened_at, ?3), \(looked)", "(n.opened_at IS NULL OR n.read_at IS NULL)")
        case .dismissed: ("dismissed_at = ?3, seen_at = COALESCE(n.seen_at, ?3)", "n.dismissed_at IS NULL")
        case .acknowledged:
            (
                "acknowledged_at = COALESCE(n.acknowledged_at, ?3), is_alert = 0, \(looked)",
                "\(shown) AND (n.acknowledged_at IS NULL OR n.read_at IS NULL OR n.is_alert = 1)"
            )
        case .deleted: ("removed_at = ?3, removal = 'deleted'", shown)
        case .archived: ("removed_at = ?3, removal = 'archived'", shown)
        }
    }

    func item(_ id: NotificationID, onlyShown: Bool, _ db: Database) throws -> InboxItem? {
        try db.first(
            """
            SELECT \(InboxItem.columns) FROM \(InboxItem.source)
            WHERE n.app = ? AND n.id = ? AND n.user_id = ? \(onlyShown ? "AND " + InboxItem.shown : "")
            """,
            [app.rawValue, id.blob, user.rawValue],
            InboxItem.init(row:)
        )
    }

    func mark(_ id: NotificationID, as mark: InboxMark, now: Timestamp, _ db: Database) throws -> InboxItem? {
        let needsRow = ![.received, .opened, .dismissed].contains(mark)
        guard let before = try item(id, onlyShown: needsRow, db) else { return nil }
        let change = Self.change(mark)
        try db.run(
            "\(Self.rows) \(change.sets) WHERE \(Self.mine) AND n.id = ?4 AND \(change.where) AND ?3 IS NOT NULL",
            bindings(now) + [id.blob]
        )
        // A removed row is answered as it was.
        return try item(id, onlyShown: needsRow, db) ?? before
    }

    /// Alerts are pinned until acknowledged, so clearing passes them by (R147).
    func markAll(as mark: InboxMark, now: Timestamp, _ db: Database) throws -> Int {
        let change = Self.change(mark)
        let passesAlerts = mark == .deleted || mark == .archived
        return try db.run(
            """
            \(Self.rows) \(change.sets) WHERE \(Self.mine) AND \(change.where) AND ?3 IS NOT NULL
                \(passesAlerts ? "AND n.is_alert = 0" : "")
            """,
            bindings(now)
        )
    }

    func resolve(thread: String, now: Timestamp, _ db: Database) throws -> ResolveReport {
        let key: [Binding] = [app.rawValue, user.rawValue, thread]
        let pushing: [NotificationID] = try db.all(
            """
            SELECT id FROM notification
            WHERE app = ? AND user_id = ? AND thread = ? AND (push = 'hold' OR push = 'send' AND push_reason IS NULL
                AND EXISTS (SELECT 1 FROM delivery d WHERE d.app = notification.app AND d.notification_id = notification.id
                    AND d.state IN ('pending', 'sending')))
            """,
            key
        ) { try $0.id(0) }
        var report = ResolveReport(read: 0, cancelled: 0)
        for id in pushing where try stop(id, db) { report.cancelled += 1 }
        let change = Self.change(.read)
        report.read = try db.run(
            "\(Self.rows) \(change.sets) WHERE \(Self.mine) AND n.thread = ?4 AND \(change.where)",
            bindings(now) + [thread]
        )
        return report
    }

    /// Takes a push back; whether any of it had not left yet.
    ///
    /// One in flight is not tried again.
    private func stop(_ id: NotificationID, _ db: Database) throws -> Bool {
        let key: [Binding] = [app.rawValue, id.blob]
        let pending = try db.run(
            """
            UPDATE delivery SET state = 'cancelled', reason = 'resolved-elsewhere'
            WHERE app = ? AND notification_id = ? AND state = 'pending'
            """,
            key
        )
        let held = try db.run(
            """
            UPDATE notification SET push = 'suppress', push_reason = 'resolved-elsewhere', held_until = NULL
            WHERE app = ? AND id = ? AND push = 'hold'
            """,
            key
        )
        try db.run(
            "UPDATE notification SET push_reason = 'resolved-elsewhere' WHERE app = ? AND id = ? AND push = 'send'",
            key
        )
        return pending + held > 0
    }

    private func bindings(_ now: Timestamp) -> [Binding] { [app.rawValue, user.rawValue, now.milliseconds] }
}
