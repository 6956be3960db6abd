public import PealCore
public import PealStore

extension SQLiteStore: ChangeStore {
    /// Makes groups of changes in one transaction, each all or none.
    public func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        let load = groups.load
        let results = try await write(groups, load.origin == .caller ? .intake : .progress, weight: 1 + load.weight)
        countWaiting(after: groups, results)
        return results
    }

    /// Makes groups of changes in one transaction, all of them or none.
    public func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
        let load = groups.load
        do {
            try await writer.perform(load.origin == .caller ? .intake : .progress, weight: 1 + load.weight) {
                db,
                events in
                for group in groups { _ = try ChangeWriting(app: group.app).write(group.changes, &events, db) }
            }
        } catch is ChangeWriting.GroupFailed {
            return false
        }
        for group in groups { countWaiting(after: group) }
        return true
    }

    /// Counts triggers that began or ceased to wait by groups that were applied.
    func countWaiting(after groups: [ChangeGroup], _ results: [GroupResult]) {
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
        } catch let failed as ChangeWriting.GroupFailed {
            return [.failed([failed.index])]
        }
    }
}
