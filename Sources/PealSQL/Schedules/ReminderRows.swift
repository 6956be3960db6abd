import PealCore

/// Reads and writes the users that times of entities have fired for.
struct ReminderRows {
    var app: AppID

    /// Keeps users who have a decision of the trigger.
    func keep(_ new: NewReminders, of trigger: TriggerID, _ db: SQLConnection) throws {
        for user in new.users {
            try db.run(
                """
                INSERT INTO firing (app, entity_type, entity_id, type, time, user_id, trigger_id)
                SELECT s.app, s.entity_type, s.entity_id, s.type, s.time, n.user_id, n.trigger_id
                FROM schedule s JOIN notification n ON n.app = s.app AND n.trigger_id = ?6 AND n.user_id = ?7
                WHERE s.app = ?1 AND s.entity_type = ?2 AND s.entity_id = ?3 AND s.type = ?4 AND s.time = ?5
                ON CONFLICT (app, entity_type, entity_id, type, time, user_id)
                DO UPDATE SET trigger_id = excluded.trigger_id
                """,
                key(new.entity, new.type) + [new.time.milliseconds, trigger.blob, user.rawValue]
            )
        }
    }

    /// Which of some users were reminded of the time that a trigger fired for, or of one near it; `nil` of another trigger.
    func recipients(of pending: PendingTrigger, among users: [UserID], _ db: SQLConnection) throws -> FiringRecipients?
    {
        guard pending.trigger.openUntil != nil, let entity = pending.trigger.entity else { return nil }
        let key = key(entity, pending.trigger.type)
        let fired = try db.value(
            Int64.self,
            """
            SELECT time FROM schedule
            WHERE app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND type = ?4 AND trigger_id = ?5
            """,
            key + [pending.trigger.id.blob]
        )
        guard let time = fired.map({ Timestamp(milliseconds: $0) }) else { return nil }
        let reminders = try db.all(
            """
            SELECT f.user_id, f.time, n.push, n.push_reason
            FROM schedule s CROSS JOIN {texts ?5 j} ON true
            CROSS JOIN firing f ON f.app = s.app AND f.entity_type = s.entity_type AND f.entity_id = s.entity_id
                AND f.type = s.type AND f.time = s.time AND f.user_id = j.value
            LEFT JOIN notification n ON n.app = f.app AND n.trigger_id = f.trigger_id AND n.user_id = f.user_id
            WHERE s.app = ?1 AND s.entity_type = ?2 AND s.entity_id = ?3 AND s.type = ?4 AND s.time BETWEEN ?6 AND ?7
            ORDER BY f.user_id, f.time
            """,
            key + [
                try TextList(users), (time - FiringRecipients.longestAgain).milliseconds,
                (time + FiringRecipients.longestAgain).milliseconds,
            ]
        ) { row in
            Reminder(
                user: try row.key(0),
                time: try row.time(1),
                push: row.hasNull(atIndex: 2) ? nil : try PushState(stored: try row.text(2), reason: nil),
                reason: try row.optionalWord(3)
            )
        }
        return FiringRecipients(time: time, reminders: reminders)
    }

    private func key(_ entity: EntityRef, _ type: TypeID) -> [SQLValue] {
        [app.bound, entity.type.rawValue, entity.id, type.rawValue]
    }
}
