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
                planned: plannedVersion
            )
        }
    }

    func nextFiring(after now: Timestamp) -> Timestamp? {
        firings.rows(in: .waiting).lazy.map(\.dueAt).filter { $0 > now }.min()
    }

    /// Ends one firing with its trigger, unless it was moved, cancelled or fired meanwhile, or another catalog was
    /// published.
    mutating func end(_ firing: ScheduleFiring, now: Timestamp) throws -> TriggerAcceptance? {
        let schedule = firing.schedule
        let key = FiringRow.Key(entity: schedule.entity, type: schedule.type, time: schedule.time)
        guard plannedVersion == schedule.planned, let row = firings[key], row.state == .waiting,
            row.dueAt == schedule.dueAt
        else { return nil }
        let acceptance = try accept(firing.submission)
        switch acceptance {
        case .accepted(let id), .queued(let id, until: _):
            retract(firing: key, now: now)
            mark(key, .fired(isDuplicate: false), trigger: id, now: now)
        // The backend sent that trigger: an entity's change does not withdraw it.
        case .duplicate(of: let id): mark(key, .fired(isDuplicate: true), trigger: id, now: now)
        case .refused: mark(key, .skipped(.limitReached), trigger: nil, now: now)
        }
        return acceptance
    }

    private mutating func mark(
        _ key: FiringRow.Key,
        _ event: FiringMachine.Event,
        trigger: TriggerID?,
        now: Timestamp
    ) {
        guard let state = FiringMachine.next(.waiting, on: event) else { return }
        firings.update(key) { row in
            row.state = state
            row.reason = event.reason
            row.trigger = trigger ?? row.trigger
            row.endedAt = now
        }
    }

    /// A time fires again: the inbox rows of its withdrawn trigger make room for those that come.
    private mutating func retract(firing key: FiringRow.Key, now: Timestamp) {
        guard let trigger = firings[key]?.trigger else { return }
        triggers.update(trigger) { row in
            let reason = row.withdrawal?.reason ?? .moved
            let cursor = row.withdrawal?.cursor
            row.withdrawal = TriggerRow.Withdrawal(at: now, reason: reason, cursor: cursor, retracted: "")
        }
    }
}
