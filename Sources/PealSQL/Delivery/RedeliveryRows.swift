import PealCore

/// Pushes that are sent once more to devices that were off.
struct RedeliveryRows {
    var app: AppID

    func handed(to device: DeviceID, of user: UserID, _ db: SQLConnection) throws -> [HandedPush] {
        try db.all(
            """
            SELECT \(Self.columns)
            FROM (SELECT id FROM notification WHERE app = ?1 AND user_id = ?2 ORDER BY id DESC LIMIT ?4) w
            CROSS JOIN delivery d ON d.app = ?1 AND d.notification_id = w.id AND d.device_id = ?3
            \(Self.facts)
            LEFT JOIN redelivery r
                ON r.app = d.app AND r.notification_id = d.notification_id AND r.device_id = d.device_id
            """,
            [app.bound, user.rawValue, device.blob, HandedPush.recentLimit],
            HandedPush.init(row:)
        )
    }

    /// Those of all apps that are due, the earliest first.
    static func due(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [AppID: [HandedPush]] {
        var due: [AppID: [HandedPush]] = [:]
        for app in try WaitingApps.redelivered.due("due_at", at: now, db) {
            due[app] = try db.all(
                """
                SELECT \(columns) FROM redelivery r {indexed redelivery_due}
                \(joined)
                WHERE \(PartialIndex.redelivered.of("r")) AND r.app = ? AND r.due_at <= ? ORDER BY r.due_at LIMIT ?
                """,
                [app.bound, now.milliseconds, limit],
                HandedPush.init(row:)
            )
        }
        return due
    }

    func write(_ change: RedeliveryChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch change {
        case .plan(let id, at: let instant):
            let added = try db.run(
                """
                INSERT INTO redelivery (app, notification_id, device_id, due_at)
                SELECT app, notification_id, device_id, ?4 FROM delivery
                WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
                ON CONFLICT DO NOTHING
                """,
                key(id) + [instant.milliseconds]
            )
            if added > 0 { events.add(.redeliveryPlanned, app: app, .delivery(id)) }
        case .end(let push):
            let found = try db.first(
                """
                SELECT \(Self.columns) FROM redelivery r \(Self.joined)
                WHERE r.app = ? AND r.notification_id = ? AND r.device_id = ?
                """,
                key(push.id),
                HandedPush.init(row:)
            )
            guard found == push, push.redelivery == .waiting else { throw GuardFailed() }
            try db.run(
                "UPDATE redelivery SET due_at = NULL WHERE app = ? AND notification_id = ? AND device_id = ?",
                key(push.id)
            )
        }
    }

    private static let columns = """
        d.notification_id, d.device_id, t.type, \(DeliveryState.column(of: "d")), d.confirmed_at, n.seen_at IS NOT NULL, r.notification_id, r.due_at,
            t.cancelled_at IS NOT NULL, v.confirmed_at IS NOT NULL, \(NotificationFacts.columns(of: "n"))
        """
    private static let facts = """
        CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
        CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        LEFT JOIN device v ON v.app = d.app AND v.id = d.device_id
        """
    private static let joined = """
        CROSS JOIN delivery d ON d.app = r.app AND d.notification_id = r.notification_id AND d.device_id = r.device_id
        \(facts)
        """

    private func key(_ id: DeliveryID) -> [SQLValue] { [app.bound, id.notification.blob, id.device.blob] }
}

extension HandedPush {
    fileprivate init(row: SQLRow) throws {
        self.init(
            id: DeliveryID(notification: try row.id(0), device: try row.id(1)),
            type: try row.key(2),
            isCancelled: try row.flag(8),
            state: try row.word(3),
            isDeviceConfirming: try row.flag(9),
            confirmedAt: try row.optionalTime(4),
            isSeen: try row.flag(5),
            relevance: try PushRelevance(row: row, at: 10),
            redelivery: row.hasNull(atIndex: 6) ? .none : row.hasNull(atIndex: 7) ? .done : .waiting
        )
    }
}
