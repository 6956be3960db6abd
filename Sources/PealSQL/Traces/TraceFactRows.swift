import PealCore

/// Reads what spans of an app are made with.
struct TraceFactRows {
    var app: AppID

    func facts(_ question: TraceQuestion, _ db: SQLConnection) throws -> TraceFacts {
        var facts = TraceFacts()
        var triggers = question.triggers
        for id in question.notifications {
            guard let notification = try notification(id, db) else { continue }
            facts.notifications[id] = notification
            triggers.insert(notification.trigger)
        }
        for id in triggers { facts.triggers[id] = try trigger(id, db) }
        for id in question.deliveries { facts.deliveries[id] = try delivery(id, db) }
        return facts
    }

    private func trigger(_ id: TriggerID, _ db: SQLConnection) throws -> TraceFacts.Trigger? {
        try db.first(
            """
            SELECT type, trace_parent, accepted_at, due_at, send_local IS NOT NULL OR open_until IS NOT NULL
            FROM trigger WHERE app = ? AND id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            TraceFacts.Trigger(
                type: try row.key(0),
                parent: try row.optionalText(1).flatMap { TraceParent($0) },
                acceptedAt: try row.time(2),
                dueAt: try row.flag(4) ? nil : try row.time(3)
            )
        }
    }

    private func notification(_ id: NotificationID, _ db: SQLConnection) throws -> TraceFacts.Notification? {
        try db.first(
            "SELECT trigger_id, category, rank, created_at, push_reason FROM notification WHERE app = ? AND id = ?",
            [app.bound, id.blob]
        ) { row in
            TraceFacts.Notification(
                trigger: try row.id(0),
                category: try row.key(1),
                priority: try row.priority(2),
                createdAt: try row.time(3),
                reason: try row.optionalWord(4)
            )
        }
    }

    private func delivery(_ id: DeliveryID, _ db: SQLConnection) throws -> TraceFacts.Delivery? {
        try db.first(
            """
            SELECT d.provider, \(StoredAttempts.columns(of: "d")) FROM delivery d
            WHERE d.app = ? AND d.notification_id = ? AND d.device_id = ?
            """,
            [app.bound, id.notification.blob, id.device.blob]
        ) { row in
            TraceFacts.Delivery(
                provider: ProviderID(rawValue: try row.text(0)),
                attempts: try StoredAttempts.read(row, at: 1)
            )
        }
    }
}
