import PealCore

extension AppRows {
    /// What is known of one entity and its firings.
    func scheduleFacts(of ref: EntityRef) -> ScheduleFacts {
        let latest = firings.rows(in: .entity(ref)).sorted { left, right in
            (right.key.time, left.key.type) < (left.key.time, right.key.type)
        }
        return ScheduleFacts(
            ref: ref,
            entity: entities[ref],
            firings: latest.prefix(ScheduleFacts.limit).map(record)
        )
    }

    /// Changes firings of an entity; whether each was in the state that its change names.
    mutating func write(_ changes: [FiringChange], of ref: EntityRef) -> Bool {
        var isPlanned = false
        for change in changes {
            guard write(change, of: ref) else { return false }
            switch change {
            case .add, .plan: isPlanned = true
            case .end, .fire, .delete, .withdraw, .retract: break
            }
        }
        if isPlanned { add(.schedulePlanned, .entity(ref)) }
        return true
    }

    private mutating func write(_ change: FiringChange, of ref: EntityRef) -> Bool {
        func key(_ type: TypeID, _ time: Timestamp) -> FiringRow.Key {
            FiringRow.Key(entity: ref, type: type, time: time)
        }
        switch change {
        case .add(let type, let time, let dueAt):
            guard !firings.contains(key(type, time)) else { return false }
            firings.put(FiringRow(key: key(type, time), dueAt: dueAt, state: .waiting))
        case .plan(let type, let time, let from, let dueAt):
            guard let row = firings[key(type, time)], row.state == from else { return false }
            firings.put(FiringRow(key: row.key, dueAt: dueAt, state: .waiting, trigger: row.trigger))
        case .end(let type, let time, let from, let to, let reason, let at):
            guard firings[key(type, time)]?.state == from else { return false }
            firings.update(key(type, time)) { row in
                row.state = to
                row.reason = reason
                row.endedAt = at
            }
        case .fire(let type, let time, let from, let to, let reason, let trigger, let at):
            guard firings[key(type, time)]?.state == from else { return false }
            firings.update(key(type, time)) { row in
                row.state = to
                row.reason = reason
                row.trigger = trigger
                row.endedAt = at
            }
        case .delete(let type, let time, let from):
            guard let row = firings[key(type, time)], row.state == from, row.trigger == nil else { return false }
            removeFiring(row.key)
        case .withdraw(let trigger, let reason, let at):
            guard let row = triggers[trigger], row.cancel == nil, row.withdrawal?.cursor == nil else { return false }
            let retracted = row.withdrawal?.retracted
            triggers.update(trigger) { row in
                row.withdrawal = TriggerRow.Withdrawal(at: at, reason: reason, cursor: "", retracted: retracted)
            }
        case .retract(let trigger, let reason, let at):
            return triggers.update(trigger) { row in
                let cursor = row.withdrawal?.cursor
                row.withdrawal = TriggerRow.Withdrawal(at: at, reason: reason, cursor: cursor, retracted: "")
            }
        }
        return true
    }

    private func record(_ row: FiringRow) -> FiringRecord {
        FiringRecord(
            type: row.key.type,
            time: row.key.time,
            dueAt: row.dueAt,
            state: row.state,
            reason: row.reason,
            trigger: row.trigger,
            made: row.trigger.flatMap { triggers[$0] }.map { trigger in
                FiringRecord.Made(
                    state: trigger.cancel == nil ? TriggerState(trigger.phase) : .cancelled(trigger.phase),
                    isWithdrawing: trigger.withdrawal?.cursor != nil,
                    expiresAt: notifications.keys(in: .trigger(trigger.key)).first.flatMap { notifications[$0] }?
                        .expiresAt,
                    openUntil: trigger.trigger.openUntil
                )
            }
        )
    }
}
