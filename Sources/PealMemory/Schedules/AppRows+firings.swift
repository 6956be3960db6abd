import PealCore
import PealStore

extension AppRows {
    /// Firings that are due, the earliest first.
    func dueFirings(now: Timestamp) -> [DueSchedule] {
        let due = firings.rows(in: .waiting).filter { $0.dueAt <= now }
        return due.sorted { ($0.dueAt, $0.key) < ($1.dueAt, $1.key) }.map { row in
            DueSchedule(
                app: app,
                type: row.key.type,
                entity: row.key.entity,
                time: row.key.time,
                dueAt: row.dueAt,
                state: entities[row.key.entity],
                earlier: row.trigger.flatMap { triggers[$0] }.map { trigger in
                    DueSchedule.Earlier(trigger: trigger.key, reason: trigger.withdrawal?.reason)
                }
            )
        }
    }

    /// Removes a firing, and the users that it has fired for.
    mutating func removeFiring(_ key: FiringRow.Key) {
        firings.remove(key)
        reminders[key] = nil
    }

    /// Which of some users were reminded of the time that a trigger fired for, or of one near it; `nil` of another trigger.
    func recipients(of pending: PendingTrigger, among users: [UserID]) -> FiringRecipients? {
        guard pending.trigger.openUntil != nil, let entity = pending.trigger.entity else { return nil }
        let ofType = firings.rows(in: .entity(entity)).filter { $0.key.type == pending.trigger.type }
        guard let time = ofType.first(where: { $0.trigger == pending.trigger.id })?.key.time else { return nil }
        let near = ofType.map(\.key).filter { key in
            key.time >= time - FiringRecipients.longestAgain && key.time <= time + FiringRecipients.longestAgain
        }
        let found = Set(users).sorted().flatMap { user in
            near.sorted().compactMap { key in
                reminders[key]?[user].map { trigger in
                    let row = notifications.rows(in: .recipient(trigger, user)).first
                    return Reminder(user: user, time: key.time, push: row?.push, reason: row?.reason)
                }
            }
        }
        return FiringRecipients(time: time, reminders: found)
    }

    /// The triggers that stay open for users who join, and that are about entities or about their children.
    func openTriggers(about entities: Set<EntityRef>) -> [OpenTrigger] {
        triggers.rows(in: .joinable).compactMap { row in
            guard let entity = row.trigger.entity, let until = row.trigger.openUntil,
                entities.contains(entity) || row.parent.map(entities.contains) ?? false
            else { return nil }
            return OpenTrigger(id: row.key, entity: entity, parent: row.parent, openUntil: until)
        }
    }

    func nextFiring(after now: Timestamp) -> Timestamp? {
        firings.rows(in: .waiting).lazy.map(\.dueAt).filter { $0 > now }.min()
    }
}
