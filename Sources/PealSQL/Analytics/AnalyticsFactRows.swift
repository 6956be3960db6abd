import PealCore

/// Reads what events of an app name.
struct AnalyticsFactRows {
    var app: AppID

    func facts(_ question: AnalyticsQuestion, _ db: SQLConnection) throws -> AnalyticsFacts {
        var facts = AnalyticsFacts()
        for id in question.notifications { facts.notifications[id] = try notification(id, db) }
        for id in question.failures { facts.failures[id] = try failure(id, db) }
        for user in question.users { facts.preferences[user] = try PreferenceRows.preferences(of: user, app: app, db) }
        for key in question.arrivals { facts.arrivals[key] = try ArrivalRows(app: app).arrival(of: key, db) }
        for ref in question.entities { facts.entities[ref] = try ScheduleFactRows(app: app).entity(ref, db) }
        return facts
    }

    private func notification(_ id: NotificationID, _ db: SQLConnection) throws -> AnalyticsFacts.Notification? {
        try db.first(
            """
            SELECT n.category, n.rank, n.created_at, n.in_app_reason IS NULL,
                n.hold_stage IS NOT NULL OR n.was_digested = 1, t.accepted_at, t.due_at,
                t.send_local IS NOT NULL OR t.open_until IS NOT NULL
            FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            WHERE n.app = ? AND n.id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            AnalyticsFacts.Notification(
                category: try row.key(0),
                priority: try row.priority(1),
                createdAt: try row.time(2),
                trigger: try row.flag(7) ? nil : (acceptedAt: try row.time(5), dueAt: try row.time(6)),
                isInApp: try row.flag(3),
                wasHeld: try row.flag(4)
            )
        }
    }

    private func failure(_ id: DeliveryID, _ db: SQLConnection) throws -> String? {
        try db.first(
            """
            SELECT d.reason, \(StoredAttempts.columns(of: "d")) FROM delivery d
            WHERE d.app = ? AND d.notification_id = ? AND d.device_id = ?
            """,
            [app.bound, id.notification.blob, id.device.blob]
        ) { row in
            AnalyticsFacts.failure(
                try row.optionalWord(0),
                attempts: try StoredAttempts.read(row, at: 1)
            )
        }
    }
}
