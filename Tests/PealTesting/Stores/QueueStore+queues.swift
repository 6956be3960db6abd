import PealCore
import PealStore

/// Queues as operators and the token-invalidation breaker change them.
extension QueueStore where Self: ChangeStore {
    func setPaused(_ queues: [QueueKey], _ isPaused: Bool, now: Timestamp) async throws {
        _ = try await apply(
            queues.map { ChangeGroup(app: $0.app, [.queue($0.provider, isPaused ? .pause(at: now) : .resume)]) }
        )
    }

    /// How many devices are in service again.
    func setInvalidationBreaker(_ queue: QueueKey, since: Timestamp?, now: Timestamp) async throws -> Int {
        var changes: [Change] = [.queue(queue.provider, .setInvalidationBreaker(at: since == nil ? nil : now))]
        if let since {
            changes.append(.queue(queue.provider, .restore(from: .quarantined, to: .active, since: since)))
        }
        let results = try await apply([ChangeGroup(app: queue.app, changes)])
        guard case .applied(let values)? = results.first, case .restored(let count)? = values.first else { return 0 }
        return count
    }

    /// How many failed deliveries are sent again, and how many are left alone.
    func redrive(_ queue: QueueKey, since: Timestamp, now: Timestamp) async throws -> (again: Int, left: Int) {
        let failed = try await failedDeliveries(of: queue, since: since, after: nil, limit: 500)
        let recent = failed.filter { $0.createdAt >= since }
        let worth = recent.filter { $0.isWorthRedriving(at: now) }
        let changes = worth.map { Change.delivery(.redrive($0.id, at: now)) }
        _ = try await apply([ChangeGroup(app: queue.app, changes + [.queue(queue.provider, .noteRedrive(at: now))])])
        return (worth.count, recent.count - worth.count)
    }
}
