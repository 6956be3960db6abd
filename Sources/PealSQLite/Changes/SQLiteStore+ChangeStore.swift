import GRDB
import PealCore
public import PealStore

extension SQLiteStore: ChangeStore {
    /// Makes groups of changes in one transaction, each in a savepoint of its own.
    public func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        let weight = groups.reduce(1) { $0 + $1.changes.count }
        let isOutcome = groups.allSatisfy { $0.changes.allSatisfy(\.isOutcome) }
        let results = try await writer.perform(isOutcome ? .progress : .intake, weight: weight) { db, events in
            try groups.map { try ChangeWriting(app: $0.app).apply($0.changes, &events, db) }
        }
        for (group, result) in zip(groups, results) where result.isApplied {
            for change in group.changes {
                switch change {
                case .beginCancel(_, in: .beforeFanOut, _, at: _), .beginCancel(_, in: .during, _, at: _):
                    countWaiting(-1, of: group.app)
                case .resumeTrigger: countWaiting(1, of: group.app)
                default: break
                }
            }
        }
        return results
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
