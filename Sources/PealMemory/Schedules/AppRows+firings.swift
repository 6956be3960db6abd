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

    func nextFiring(after now: Timestamp) -> Timestamp? {
        firings.rows(in: .waiting).lazy.map(\.dueAt).filter { $0 > now }.min()
    }
}
