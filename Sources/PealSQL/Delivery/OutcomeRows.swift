import PealCore

/// Reads what outcomes are planned from.
struct OutcomeRows {
    var app: AppID

    /// What is known of the same notifications and devices now.
    func again(_ facts: OutcomeFacts, _ db: SQLConnection) throws -> OutcomeFacts {
        try self.facts(Set(facts.notifications.keys), Set(facts.devices.keys), db)
    }

    /// What is known of notifications, with their deliveries, and of devices.
    func facts(_ notifications: Set<NotificationID>, _ devices: Set<DeviceID>, _ db: SQLConnection) throws
        -> OutcomeFacts
    {
        var facts = OutcomeFacts()
        for id in notifications { facts.notifications[id] = try notification(id, db) }
        for id in devices { facts.devices[id] = try device(id, db) }
        return facts
    }

    /// A notification with its deliveries.
    func notification(_ id: NotificationID, _ db: SQLConnection) throws -> OutcomeFacts.Notification? {
        let found = try db.first(
            """
            SELECT n.user_id, n.alerts_on_failure, n.is_alert = 1 OR n.acknowledged_at IS NOT NULL,
                \(NotificationFacts.columns(of: "n"))
            FROM notification n WHERE n.app = ? AND n.id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            OutcomeFacts.Notification(
                user: try row.key(0),
                relevance: try PushRelevance(row: row, at: 3),
                alertsOnFailure: try row.flag(1),
                hadAlert: try row.flag(2),
                deliveries: [:]
            )
        }
        guard var notification = found else { return nil }
        try db.each(
            """
            SELECT d.device_id, \(DeliveryState.column(of: "d")), d.epoch, \(StoredAttempts.isAnswerLost(of: "d"))
            FROM delivery d
            WHERE d.app = ? AND d.notification_id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            notification.deliveries[try row.id(0)] = OutcomeFacts.Delivery(
                state: try row.word(1),
                epoch: row.hasNull(atIndex: 2) ? nil : try row.int(2),
                isAnswerLost: try row.flag(3)
            )
        }
        return notification
    }

    /// A device.
    func device(_ id: DeviceID, _ db: SQLConnection) throws -> OutcomeFacts.Device? {
        try db.first(
            """
            SELECT v.user_id, v.state, EXISTS (
                SELECT 1 FROM queue l WHERE l.app = v.app AND l.provider = v.provider AND l.invalidation_broken_since IS NOT NULL)
            FROM device v WHERE v.app = ? AND v.id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            OutcomeFacts.Device(
                user: try row.key(0),
                state: try row.word(1),
                isInvalidationBreakerOpen: try row.flag(2)
            )
        }
    }
}
