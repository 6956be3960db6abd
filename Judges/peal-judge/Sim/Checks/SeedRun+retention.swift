import PealCore
import PealEngine

/// What goes with time: nothing early, and everything that is due.
extension SeedRun {
    /// After a sweep: what it took was old enough, by the judge's own times.
    func observeSweep() throws {
        guard violation == nil, let process = alive else { return }
        try checkKept(process)
        guard violation == nil else { return }
        let left = Set(try process.facts.notifications.map(\.id))
        for (key, seen) in record.seen where !left.contains(seen.id) {
            record.seen[key] = nil
            record.swept.insert(key)
            tally.swept += 1
        }
        for (id, key) in record.waiting where record.seen[key] == nil { record.waiting[id] = nil }
        let triggers = Set(try process.facts.triggers.map(\.id))
        for id in record.order where !triggers.contains(id) { record.asked[id]?.isSwept = true }
    }

    /// Nothing younger than its time has gone.
    func checkKept(_ process: ProcessRun) throws {
        let left = try process.facts.notificationsByID()
        for (key, seen) in record.seen.sorted(by: { $0.value.id < $1.value.id }) {
            guard !record.halfErased.contains(key.user),
                let kept = world.apps.first(where: { $0.id == seen.userKey.app })?.catalog.retention
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
        let triggers = Set(try process.facts.triggers.map(\.id))
        for id in record.order where !triggers.contains(id) {
            guard let asked = record.asked[id], !asked.isSwept,
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
    func checkSwept(_ process: ProcessRun) throws {
        guard violation == nil else { return }
        let left = try process.facts.notificationsByID()
        for seen in record.seen.values.sorted(by: { $0.id < $1.id }) {
            guard let row = left[seen.id],
                let kept = world.apps.first(where: { $0.id == seen.userKey.app })?.catalog.retention
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
