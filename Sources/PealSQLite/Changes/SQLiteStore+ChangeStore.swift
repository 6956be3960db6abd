import PealCore
public import PealStore

extension SQLiteStore: ChangeStore {
    /// Makes groups of changes in one transaction, each all or none.
    public func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        let changes = groups.lazy.flatMap(\.changes)
        let weight = changes.reduce(1) { $0 + $1.weight }
        let isOfLoops = changes.contains(where: \.isDeciding) || changes.allSatisfy(\.isOutcome)
        let results = try await write(groups, isOfLoops ? .progress : .intake, weight: weight)
        for (group, result) in zip(groups, results) where result.isApplied {
            for change in group.changes {
                switch change {
                case .beginCancel(_, in: .beforeFanOut, _, at: _), .beginCancel(_, in: .during, _, at: _):
                    countWaiting(-1, of: group.app)
                case .addTrigger, .resumeTrigger: countWaiting(1, of: group.app)
                case .moveFanOut(_, let move) where move.phase == .finished: countWaiting(-1, of: group.app)
                case .closeFanOut: countWaiting(-1, of: group.app)
                default: break
                }
            }
        }
        return results
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

extension Change {
    /// Whether a loop that decides, fires or reads events, or a sweep, makes it, which lets callers go first.
    fileprivate var isDeciding: Bool {
        switch self {
        case .moveFanOut, .redecide, .postponeHeld, .closeWindow, .postponeWindow, .sweepNotifications, .sweepTrigger,
            .moveReader:
            true
        case .changeFirings(of: _, let changes): changes.contains(where: \.isFired)
        default: false
        }
    }

    /// Roughly how many rows it writes.
    fileprivate var weight: Int {
        switch self {
        case .addDecisions(let new, of: _): new.count * 2
        case .redecide: 2
        case .putMembers(let members): members.count
        case .sweepNotifications(let sweeps, of: _): sweeps.count * 3
        case .postponeHeld(dueAt: _, let part): part.count
        case .closeWindow(let closed): closed.window.total + 1
        case .appendAudit(let append): append.entries.count * 2
        case .keepAnalytics(let batch): batch.events.count + batch.counts.values.reduce(0) { $0 + $1.count }
        case .postponeWindow(let window, dueAt: _, until: _): window.total
        default: 1
        }
    }

    /// Whether it records what became of deliveries, which lets callers go first.
    fileprivate var isOutcome: Bool {
        switch self {
        case .delivery, .expectOutcome, .syncState, .redelivery(.end): true
        case .channel(.record), .channel(.quarantine): true
        default: false
        }
    }
}

extension FiringChange {
    /// Whether it ends a firing with a trigger.
    fileprivate var isFired: Bool { if case .fire = self { true } else { false } }
}
