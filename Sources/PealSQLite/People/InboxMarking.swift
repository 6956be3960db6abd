import GRDB
import PealCore
import PealStore

/// Changes what a person's inbox rows say.
///
/// The badge follows by the schema's own triggers.
struct InboxMarking {
    var app: AppID
    var user: UserID

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

    func mark(
        _ id: NotificationID,
        as mark: InboxMark,
        by act: InboxAct,
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> InboxItem? {
        let needsRow = ![.received, .opened, .dismissed].contains(mark)
        guard let before = try item(id, onlyShown: needsRow, db) else { return nil }
        let change = Self.change(mark)
        let filter = "n.id = ?4 AND \(change.where)"
        _ = try apply(mark, by: act, setting: change.sets, where: filter, [id.blob], &events, db)
        // A removed row is answered as it was.
        return try item(id, onlyShown: needsRow, db) ?? before
    }

    /// Alerts are pinned until acknowledged, so clearing passes them by (R147).
    func markAll(as mark: InboxMark, by act: InboxAct, _ events: inout EventBatch, _ db: Database) throws -> Int {
        let change = Self.change(mark)
        let passesAlerts = mark == .deleted || mark == .archived
        let filter = change.where + (passesAlerts ? " AND n.is_alert = 0" : "")
        return try apply(mark, by: act, setting: change.sets, where: filter, [], &events, db).count
    }

    func resolve(thread: String, by act: InboxAct, _ events: inout EventBatch, _ db: Database) throws -> ResolveReport {
        let stopping = PushStopping(app: app, user: user, now: act.now)
        let pushing: [NotificationID] = try db.all(
            """
            SELECT id FROM notification
            WHERE app = ? AND user_id = ? AND thread = ? AND (push = 'hold' OR push = 'send' AND push_reason IS NULL
                AND EXISTS (SELECT 1 FROM delivery d WHERE d.app = notification.app AND d.notification_id = notification.id
                    AND d.state IN ('pending', 'sending')))
            """,
            [app.rawValue, user.rawValue, thread]
        ) { try $0.id(0) }
        var report = ResolveReport(read: 0, cancelled: 0)
        for id in pushing where try stopping.stop(id, &events, db) { report.cancelled += 1 }
        // Rows that the inbox hides were pushed perhaps, and are read like the others.
        let touched = try apply(
            .read,
            by: act,
            setting: Self.change(.read).sets,
            where: "n.thread = ?4 AND n.removed_at IS NULL AND n.read_at IS NULL",
            [thread],
            &events,
            db
        )
        report.read = touched.count(where: \.isShown)
        return report
    }

    /// Changes rows, takes back pushes that are not needed any more, and tells the person's other devices.
    private func apply(
        _ mark: InboxMark,
        by act: InboxAct,
        setting sets: String,
        where filter: String,
        _ bindings: [Binding],
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> [Touched] {
        let others = OtherDevices(app: app, user: user, act: act)
        let before = try others.numbers(db)
        let rows = "n.app = ?1 AND n.user_id = ?2 AND ?3 IS NOT NULL AND \(filter)"
        let bindings: [Binding] = [app.rawValue, user.rawValue, act.now.milliseconds] + bindings
        // What the person had done nothing with is what other screens may still show.
        let unseen: [NotificationID] = try db.all(
            "SELECT n.id FROM notification n WHERE \(rows) AND n.seen_at IS NULL",
            bindings
        ) { try $0.id(0) }
        let touched = try db.all(
            "UPDATE notification AS n SET \(sets) WHERE \(rows) \(Touched.returning)",
            bindings
        ) { try Touched(row: $0, at: act.now) }
        guard let first = touched.map(\.createdAt).min(), mark != .received else { return touched }
        guard mark != .unread else {
            try others.tell(clearing: [], before: before, since: first, &events, db)
            return touched
        }
        let stopping = PushStopping(app: app, user: user, now: act.now)
        for row in touched where row.isPushing && !row.isPinned {
            if mark == .seen {
                try stopping.stopWaitingForRest(row.id, &events, db)
            } else {
                _ = try stopping.stop(row.id, &events, db)
            }
        }
        // Whoever opens the app has seen the list: that alone takes nothing critical off another screen.
        let staying = Set(touched.filter { $0.isPinned || mark == .seen && $0.isCritical }.map(\.id))
        let clearing = unseen.filter { !staying.contains($0) }
        try others.tell(clearing: clearing, before: before, since: first, &events, db)
        return touched
    }
}

extension InboxMarking {
    /// A row that a mark changed.
    private struct Touched {
        var id: NotificationID
        /// An alert stays on every screen until it is acknowledged (R147).
        var isPinned: Bool
        var isCritical: Bool
        /// Whether a push of it may still wait.
        var isPushing: Bool
        var isShown: Bool
        var createdAt: Timestamp

        /// What ``init(row:at:)`` reads.
        ///
        /// Plain columns: SQLite 3.40 answers `IS NULL` wrongly here for a column that a partial index tests.
        static let returning = """
            RETURNING id, is_alert, removed_at, rank, push, push_reason, expires_at, in_app_reason, created_at
            """

        init(row: Row, at now: Timestamp) throws {
            id = try row.id(0)
            isPinned = try row.flag(1) && row.hasNull(atIndex: 2)
            isCritical = try row.priority(3) == .critical
            let push = try row.text(4)
            let isLive = try row.time(6) > now
            isPushing = push == "hold" || push == "send" && row.hasNull(atIndex: 5) && isLive
            isShown = row.hasNull(atIndex: 7)
            createdAt = try row.time(8)
        }
    }
}
