import PealCore
import PealStore

extension AppRows {
    /// Makes a change of the deciding loop; whether it found what it expects, and `nil` for another change.
    mutating func decide(_ change: Change) throws -> Bool? {
        switch change {
        case .moveFanOut(let id, let move): return self.move(fanOutOf: id, move)
        case .addDecisions(let new, of: let id): for new in new { try add(new, of: id) }
        case .keepReminders(let new, of: let id): keep(new, of: id)
        case .admit(let users, to: let id, at: let instant): return admit(users, to: id, at: instant)
        case .closeFanOut(let id): return closeFanOut(of: id)
        case .expectRecipients(let id, let known, let unknown):
            return known.allSatisfy(users.contains) && !unknown.contains { leavesOut($0, id) }
        case .keepWaits(let id, let waits): localWaits[id, default: [:]].merge(waits) { _, new in new }
        case .endWaits(let id, let users): for user in users { localWaits[id]?[user] = nil }
        case .expectWait(let id, earliest: let instant): return localWaits[id]?.values.min() == instant
        case .redecide(let release): return redecide(release)
        case .startSummary(let id, let text, at: let now, let trace): return startSummary(id, text, at: now, trace)
        case .postponeHeld(dueAt: let now, let part):
            for row in dueHeld(now: now).prefix(part.count) { update(row.id) { $0.heldUntil = part.until } }
        case .closeWindow(let closed): return close(closed)
        case .postponeWindow(let window, dueAt: let now, until: let instant):
            postpone(window, dueAt: now, until: instant)
        default: return nil
        }
        return true
    }
}
