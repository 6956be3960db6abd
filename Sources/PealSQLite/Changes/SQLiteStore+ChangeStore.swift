import GRDB
import PealCore
public import PealStore

extension SQLiteStore: ChangeStore {
    /// Makes groups of changes in one transaction, each in a savepoint of its own; a single group shares that of its
    /// operation.
    public func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        let weight = groups.reduce(1) { $0 + $1.changes.count }
        let isOutcome = groups.allSatisfy { $0.changes.allSatisfy(\.isOutcome) }
        let results = try await write(groups, weight: weight, isOutcome ? .progress : .intake)
        for (group, result) in zip(groups, results) where result.isApplied {
            for change in group.changes {
                switch change {
                case .beginCancel(_, in: .beforeFanOut, _, at: _), .beginCancel(_, in: .during, _, at: _):
                    countWaiting(-1, of: group.app)
                case .addTrigger, .resumeTrigger: countWaiting(1, of: group.app)
                default: break
                }
            }
        }
        return results
    }

    private func write(_ groups: [ChangeGroup], weight: Int, _ lane: WriteQueue.Lane) async throws -> [GroupResult] {
        guard groups.count == 1, let group = groups.first else {
            return try await writer.perform(lane, weight: weight) { db, events in
                try groups.map { try ChangeWriting(app: $0.app).apply($0.changes, &events, db) }
            }
        }
        do {
            let values = try await writer.perform(lane, weight: weight) { db, events in
                try ChangeWriting(app: group.app).write(group.changes, &events, db)
            }
            return [.applied(values)]
        } catch let failed as ChangeWriting.GroupFailed {
            return [.failed([failed.index])]
        }
    }
}

extension Change {
    /// Whether it records what became of deliveries, which lets callers go first.
    fileprivate var isOutcome: Bool {
        switch self {
        case .delivery, .expectOutcome: true
        default: false
        }
    }
}
