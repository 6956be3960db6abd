package import PealCore
package import PealStore

extension SQLStore {
    /// Makes groups of changes in one transaction, each all or none.
    package func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        let load = groups.load
        let results = try await write(groups, load.origin == .caller ? .intake : .progress, weight: 1 + load.weight)
        countWaiting(after: groups, results)
        return results
    }

    /// Makes groups of changes in one transaction, all of them or none.
    package func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
        let load = groups.load
        do {
            try await writer.perform(load.origin == .caller ? .intake : .progress, weight: 1 + load.weight) {
                db,
                events in
                for group in groups { _ = try ChangeWriting(app: group.app).write(group.changes, &events, db) }
            }
        } catch is GroupFailed {
            return false
        }
        for group in groups { countWaiting(after: group) }
        return true
    }

    /// Applies groups and then leases what is due, in one transaction where there is room.
    package func apply(_ groups: [ChangeGroup], claiming claim: ClaimRequest) async -> ClaimingResult {
        let load = groups.load
        let (applied, claimed) = await writer.perform(
            load.origin == .caller ? .intake : .progress,
            weight: (1 + load.weight, 1 + load.weight)
        ) { db, events in
            try groups.map { try ChangeWriting(app: $0.app).apply($0.changes, &events, db) }
        } last: { db, events in
            let claimed = try DeliveryClaims.claim(
                now: claim.now,
                budget: claim.budget,
                epoch: claim.epoch,
                &events,
                db
            )
            if !claimed.deliveries.isEmpty, !claimed.isCut { events.noteClaim() }
            return claimed.deliveries
        }
        if let results = try? applied.get() { countWaiting(after: groups, results) }
        return ClaimingResult(applied: applied, claimed: claimed)
    }

    /// Counts triggers that began or ceased to wait by groups that were applied.
    private func countWaiting(after groups: [ChangeGroup], _ results: [GroupResult]) {
        for (group, result) in zip(groups, results) where result.isApplied { countWaiting(after: group) }
    }

    private func countWaiting(after group: ChangeGroup) {
        let waiting = group.changes.reduce(0) { $0 + $1.load.waiting }
        if waiting != 0 { countWaiting(waiting, of: group.app) }
    }

    private func write(_ groups: [ChangeGroup], _ fifo: WriteQueue.Fifo, weight: Int) async throws -> [GroupResult] {
        guard groups.count == 1, let group = groups.first else {
            return try await writer.perform(fifo, weight: weight) { db, events in
                try groups.map { try ChangeWriting(app: $0.app).apply($0.changes, &events, db) }
            }
        }
        do {
            let values = try await writer.perform(fifo, weight: weight) { db, events in
                try ChangeWriting(app: group.app).write(group.changes, &events, db)
            }
            return [.applied(values)]
        } catch let failed as GroupFailed {
            return [.failed([failed.index])]
        }
    }
}
