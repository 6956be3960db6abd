import PealCore

/// Reads what waits for a user, and lets it be re-evaluated now.
struct UserWaitRows {
    var app: AppID
    var user: UserID

    private var key: [SQLValue] { [app.bound, user.rawValue] }

    func waits(_ db: SQLConnection) throws -> UserWaits {
        UserWaits(
            held: try db.all(
                """
                SELECT n.id, t.type, n.thread, n.hold_stage, n.held_until FROM notification n
                CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
                WHERE n.app = ? AND n.user_id = ? AND \(PartialIndex.held.of("n"))
                ORDER BY n.id LIMIT ?
                """,
                key + [UserWaits.limit]
            ) { row in
                UserWaits.Held(
                    id: try row.id(0),
                    type: try row.key(1),
                    thread: try row.optionalText(2),
                    stage: try row.word(3),
                    until: try row.time(4)
                )
            },
            deliveries: try db.all(
                """
                SELECT notification_id, device_id, reason, due_at FROM delivery
                WHERE app = ? AND user_id = ? AND \(PartialIndex.pending.condition) AND reason IS NOT NULL
                ORDER BY notification_id, device_id LIMIT ?
                """,
                key + [UserWaits.limit]
            ) { row in
                UserWaits.Delivery(
                    id: DeliveryID(notification: try row.id(0), device: try row.id(1)),
                    reason: try row.word(2),
                    dueAt: try row.time(3)
                )
            },
            triggers: try LocalWaits.of(user, app: app, db)
        )
    }

    func write(_ held: HeldReevaluation, _ events: inout EventBatch, _ db: SQLConnection) throws {
        let now = held.at.milliseconds
        for id in held.pushes {
            try db.run("UPDATE notification SET held_until = ? WHERE app = ? AND id = ?", [now, app.bound, id.blob])
        }
        for id in held.users {
            try db.run(
                "UPDATE local_wait SET instant = ? WHERE app = ? AND trigger_id = ? AND user_id = ?",
                [now, app.bound, id.blob, user.rawValue]
            )
        }
        for id in held.triggers {
            try db.run("UPDATE trigger SET due_at = ? WHERE app = ? AND id = ?", [now, app.bound, id.blob])
        }
        for id in held.deliveries {
            try db.run(
                "UPDATE delivery SET due_at = ? WHERE app = ? AND notification_id = ? AND device_id = ?",
                [now, app.bound, id.notification.blob, id.device.blob]
            )
        }
        if !held.pushes.isEmpty || !held.users.isEmpty { events.add(.pushDue, app: app, user: user) }
        if !held.deliveries.isEmpty { events.add(.deliveryDue, app: app, user: user) }
    }
}
