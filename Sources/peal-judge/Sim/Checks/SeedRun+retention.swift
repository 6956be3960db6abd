import PealCore
import PealEngine

/// What goes with time: nothing early, and everything that is due.
extension SeedRun {
    /// After a sweep: what it took was old enough, by the judge's own times.
    func observeSweep() throws {
        guard violation == nil, let life = alive else { return }
        try checkKept(life)
        guard violation == nil else { return }
        let left = Set(try life.facts.notifications.map(\.id))
        for (key, seen) in ledger.seen where !left.contains(seen.id) {
            ledger.seen[key] = nil
            ledger.swept.insert(key)
            tally.swept += 1
        }
        for (id, key) in ledger.waiting where ledger.seen[key] == nil { ledger.waiting[id] = nil }
        let triggers = Set(try life.facts.triggers.map(\.id))
        for id in ledger.order where !triggers.contains(id) { ledger.asked[id]?.isSwept = true }
    }

    /// Nothing younger than its time has gone.
    func checkKept(_ life: Life) throws {
        guard isChecked else { return }
        let left = try life.facts.notificationsByID()
        for (key, seen) in ledger.seen.sorted(by: { $0.value.id < $1.value.id }) {
            guard !ledger.halfErased.contains(key.user),
                let kept = world.apps.first(where: { $0.id == seen.person.app })?.catalog.retention
            else { continue }
            let age = latest - seen.at
            let row = left[seen.id]
            if row?.isInInbox != true, age <= kept.inbox {
                return fail("kept", "\(seen.id) left the inbox after \(age), which keeps rows for \(kept.inbox)")
            }
            if row?.hasTrace != true, age <= kept.deliveryLog {
                return fail("kept", "\(seen.id) lost its log after \(age), which is kept for \(kept.deliveryLog)")
            }
        }
        let triggers = Set(try life.facts.triggers.map(\.id))
        for id in ledger.order where !triggers.contains(id) {
            guard let asked = ledger.asked[id], !asked.isSwept,
                let kept = world.apps.first(where: { $0.id == asked.app })?.catalog.retention.deliveryLog
            else { continue }
            let age = latest - max(asked.acceptedAt, asked.notBefore ?? asked.acceptedAt)
            if age <= kept { return fail("kept", "\(id) is gone after \(age), which is kept for \(kept)") }
            if !asked.isChecked, !asked.mayBeCancelled {
                return fail("nothing-lost", "\(id) is gone before its fan-out")
            }
        }
    }

    /// After the sweeps had time enough: what is over has gone.
    func checkSwept(_ life: Life) throws {
        guard violation == nil else { return }
        let left = try life.facts.notificationsByID()
        for seen in ledger.seen.values.sorted(by: { $0.id < $1.id }) {
            guard let row = left[seen.id],
                let kept = world.apps.first(where: { $0.id == seen.person.app })?.catalog.retention
            else { continue }
            // Identifiers, which sweeps go by, may run ahead of a clock that went back.
            let age = clock.now - seen.at - .seconds(3_600)
            if row.isInInbox, !row.isAlert, age > kept.inbox {
                return fail("retention", "\(seen.id) is in the inbox after \(age), which keeps rows for \(kept.inbox)")
            }
            if row.hasTrace, age > kept.deliveryLog {
                return fail("retention", "\(seen.id) is in the log after \(age), which is kept for \(kept.deliveryLog)")
            }
        }
    }
}

extension NotificationFact {
    /// Whether retention has left it in the inbox.
    fileprivate var isInInbox: Bool { removal != "expired" }
}

extension FactReader {
    func notificationsByID() throws -> [NotificationID: NotificationFact] {
        Dictionary(uniqueKeysWithValues: try notifications.map { ($0.id, $0) })
    }
}
