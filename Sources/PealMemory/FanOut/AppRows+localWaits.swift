import PealCore
import PealStore

extension AppRows {
    /// Keeps what a page of a trigger at local times came to: who was decided about or has gone waits no longer, who was
    /// left out waits.
    mutating func keepWaits(of page: DecidedPage) {
        let id = page.trigger.trigger.id
        if page.trigger.isPlaced {
            for user in page.gone + page.notifications.map(\.userID) where page.waiting[user] == nil {
                localWaits[id]?[user] = nil
            }
        }
        localWaits[id, default: [:]].merge(page.waiting) { _, new in new }
        guard !page.waiting.isEmpty, !page.trigger.isPlaced else { return }
        triggers.update(id) { if $0.localPass == .none { $0.localPass = .placing } }
    }

    /// After the last page of a pass: lets the next one begin when it comes for the first of those who wait; whether
    /// anybody does.
    mutating func beginNextPass(of id: TriggerID) -> Bool {
        guard let next = localWaits[id]?.values.min(),
            let phase = TriggerMachine.next(.running, on: .passDecided)?.phase
        else {
            triggers.update(id) { $0.localPass = .none }
            return false
        }
        triggers.update(id) { row in
            row.phase = phase
            row.cursor = nil
            row.trigger.dueAt = next
            row.localPass = .placed
        }
        return true
    }
}
