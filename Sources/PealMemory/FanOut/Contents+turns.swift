import PealCore
import PealStore

extension MemoryContents {
    /// The triggers that one round of fan-out takes up: critical ones first, at most three quarters while others wait;
    /// within both, apps take turns.
    func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) -> [PendingTrigger] {
        let waiting = all.filter { !$0.triggers.isEmpty(.open) }.map(\.app)
        let apps = Turns.rotate(waiting, after: last)
        let critical = turns(apps, [.critical], now: now, limit: limit)
        let others = turns(apps, [.high, .normal, .low], now: now, limit: limit)
        let first = critical.prefix(max(1, limit - min(others.count, limit / 4)))
        return Array(first) + others.prefix(limit - first.count)
    }

    private func turns(_ apps: [AppID], _ priorities: [Priority], now: Timestamp, limit: Int) -> [PendingTrigger] {
        let due = apps.map { app in
            self[app].triggers.rows(in: .open).filter { row in
                row.trigger.dueAt <= now && priorities.contains(row.urgency)
            }
        }.filter { !$0.isEmpty }
        let share = Turns.share(of: limit, among: due.count)
        let served = Turns.interleave(due.map { Self.queue($0, share: share) }, limit: limit)
        return served.map { self[$0.trigger.app].pending($0) }
    }

    /// The most urgent come first; of one urgency those that nobody was decided about share the part with those that are
    /// under way, each the oldest first.
    private static func queue(_ rows: [TriggerRow], share: Int) -> [TriggerRow] {
        let queues = TriggerState.Phase.open.map { phase in
            let ofPhase = rows.filter { $0.phase == phase }
            let ordered = ofPhase.sorted { left, right in
                (right.urgency, left.trigger.dueAt, left.key) < (left.urgency, right.trigger.dueAt, right.key)
            }
            return Array(ordered.prefix(share))
        }
        return Turns.interleave(queues, limit: share)
    }
}
