import PealCore

/// Reads what may be too old of an app, and writes what a sweep makes of it (R186, R215).
struct RetentionRows {
    var app: AppID

    func notifications(before instant: Timestamp, after last: NotificationID?, limit: Int, _ db: SQLConnection) throws
        -> [AgedNotification]
    {
        try db.all(
            "\(Self.notification) WHERE n.app = ? AND n.id > ? AND n.id < ? ORDER BY n.id LIMIT ?",
            [app.bound, last?.blob ?? .lowest, instant.firstID, limit],
            AgedNotification.init(row:)
        )
    }

    private static let notification = """
        SELECT \(InboxState.columns), n.id, n.user_id, n.created_at, n.push, n.push_reason, n.in_app_reason, n.trace <> '',
            (SELECT {joined state} FROM (
                SELECT \(DeliveryState.column(of: "d")) AS state FROM delivery d
                WHERE d.app = n.app AND d.notification_id = n.id UNION ALL
                SELECT \(DeliveryState.column(of: "c")) FROM channel_delivery c
                WHERE c.app = n.app AND c.notification_id = n.id) found),
            \(AgedTrigger.Progress.columns), \(isRepresentativeOpen)
        FROM notification n LEFT JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        """

    /// Follows what stands for a push, and for that one in turn, only where anything does.
    private static let isRepresentativeOpen = """
        CASE WHEN n.push = 'suppress' AND n.digest_id IS NOT NULL THEN (
            WITH RECURSIVE stands (id, depth) AS (
                SELECT n.digest_id, 1 UNION
                SELECT r.digest_id, stands.depth + 1
                FROM stands CROSS JOIN notification r ON r.app = n.app AND r.id = stands.id
                WHERE r.digest_id IS NOT NULL AND stands.depth < \(RecipientPush.depth))
            SELECT EXISTS (
                SELECT 1 FROM stands CROSS JOIN notification r ON r.app = n.app AND r.id = stands.id
                WHERE r.push IN ('hold', 'digest') OR EXISTS (
                    SELECT 1 FROM delivery d
                    WHERE d.app = r.app AND d.notification_id = r.id AND \(PartialIndex.openDeliveries.of("d")))))
        ELSE false END
        """

    func write(_ sweeps: [NotificationSweep], of user: UserID, _ events: inout EventBatch, _ db: SQLConnection) throws {
        for sweep in sweeps {
            let found = try db.first(
                "\(Self.notification) WHERE n.app = ? AND n.id = ?",
                [app.bound, sweep.notification.id.blob],
                AgedNotification.init(row:)
            )
            guard found == sweep.notification else { throw GuardFailed() }
        }
        for sweep in sweeps { try write(sweep, db) }
        if sweeps.contains(where: \.changesInbox) { try events.addInbox(of: user, app: app, db) }
    }

    private func write(_ sweep: NotificationSweep, _ db: SQLConnection) throws {
        let key: [SQLValue] = [app.bound, sweep.notification.id.blob]
        switch sweep.end {
        case .leavesInbox(let removal):
            try db.run(
                """
                UPDATE notification SET removal = ?3, removed_at = ?4, is_alert = 0, link = '', content_id = NULL,
                    sealed_text = NULL, sealed_digest_text = NULL
                WHERE app = ?1 AND id = ?2
                """,
                key + [removal.kind.rawValue, removal.at.milliseconds]
            )
        case .losesLog:
            try db.run("DELETE FROM delivery WHERE app = ? AND notification_id = ?", key)
            try db.run("DELETE FROM channel_delivery WHERE app = ? AND notification_id = ?", key)
            try db.run("UPDATE notification SET trace = '' WHERE app = ? AND id = ?", key)
        case .deleted: try db.run("DELETE FROM notification WHERE app = ? AND id = ?", key)
        }
    }
}

extension RetentionRows {
    func triggers(before instant: Timestamp, after last: TriggerID?, limit: Int, _ db: SQLConnection) throws
        -> [AgedTrigger]
    {
        try db.all(
            "\(Self.trigger) WHERE t.app = ? AND t.id > ? AND t.id < ? ORDER BY t.id LIMIT ?",
            [app.bound, last?.blob ?? .lowest, instant.firstID, limit],
            AgedTrigger.init(row:)
        )
    }

    /// With the counts that are kept, so that no notification is read for them.
    private static let trigger = """
        SELECT \(AgedTrigger.Progress.columns), t.id, t.due_at, length(t.sealed_data) > 0,
            (SELECT {joined DISTINCT c.push} FROM decision_count c
             WHERE c.app = t.app AND c.trigger_id = t.id AND c.notifications > 0),
            COALESCE((SELECT c.open FROM delivery_count c WHERE c.app = t.app AND c.trigger_id = t.id), 0)
        FROM trigger t
        """

    func write(_ sweep: TriggerSweep, _ db: SQLConnection) throws {
        let key: [SQLValue] = [app.bound, sweep.trigger.id.blob]
        let found = try db.first("\(Self.trigger) WHERE t.app = ? AND t.id = ?", key, AgedTrigger.init(row:))
        guard found == sweep.trigger else { throw GuardFailed() }
        switch sweep.end {
        case .losesData: try db.run("UPDATE trigger SET sealed_data = {empty} WHERE app = ? AND id = ?", key)
        case .deleted: try db.run("DELETE FROM trigger WHERE app = ? AND id = ?", key)
        }
    }
}

extension AgedNotification {
    fileprivate init(row: SQLRow) throws {
        let base = InboxState.width
        self.init(
            id: try row.id(base),
            userID: try row.key(base + 1),
            createdAt: try row.time(base + 2),
            push: try PushState(stored: try row.text(base + 3), reason: try row.optionalWord(base + 4)),
            deliveries: try row.list(base + 7).compactMap(DeliveryState.init(rawValue:)),
            trigger: row.hasNull(atIndex: base + 8) ? nil : try AgedTrigger.Progress(row: row, at: base + 8),
            inbox: try InboxState(row: row),
            hiddenBecause: try row.optionalWord(base + 5),
            hasTrace: try row.flag(base + 6),
            isRepresentativeOpen: try row.flag(base + 8 + AgedTrigger.Progress.width)
        )
    }
}

extension AgedTrigger {
    fileprivate init(row: SQLRow) throws {
        let base = Progress.width
        self.init(
            id: try row.id(base),
            dueAt: try row.time(base + 1),
            progress: try Progress(row: row, at: 0),
            hasData: try row.flag(base + 2),
            pushes: Set(try row.list(base + 3).map { try PushState(stored: $0, reason: nil) }),
            openDeliveries: try row.int(base + 4)
        )
    }
}

extension AgedTrigger.Progress {
    /// What ``init(row:at:)`` reads, of a trigger `t`.
    fileprivate static let columns = "t.fan_out, t.cancelled_at IS NOT NULL, t.cancel_cursor IS NOT NULL"
    /// How many columns they are.
    fileprivate static let width = 3

    fileprivate init(row: SQLRow, at index: Int) throws {
        self.init(
            phase: try row.word(index),
            isCancelled: try row.flag(index + 1),
            isCancelling: try row.flag(index + 2)
        )
    }
}

extension Timestamp {
    /// What every identifier made at this instant or later is not below.
    var firstID: StoredID { StoredID(high: UInt64(max(0, milliseconds)) << 16, low: 0) }
}
