public import PealCore
public import PealStore

/// What operators and the token-invalidation breaker do to queues.
public struct ChangeQueues: Sendable {
    private let store: any QueueStore & ChangeStore

    /// Failed deliveries that are sent again in one transaction at most.
    private static let stepSize = 500

    /// Wires the use case.
    public init(store: any QueueStore & ChangeStore) { self.store = store }

    /// Pauses queues for an operator; one that is paused already is left alone.
    public func pause(_ queues: [QueueKey], by actor: String? = nil, now: Timestamp) async throws {
        try await change(queues, .pause(at: now, by: actor), AuditNote("queue-paused", at: now, by: actor))
    }

    /// Lets queues go on.
    public func resume(_ queues: [QueueKey], by actor: String? = nil, now: Timestamp) async throws {
        try await change(queues, .resume, AuditNote("queue-resumed", at: now, by: actor))
    }

    /// Stores what keeps a queue from sending because of its push service.
    func setTrouble(_ queue: QueueKey, _ trouble: QueueTrouble) async throws {
        _ = try await store.apply([ChangeGroup(app: queue.app, [.queue(queue.provider, .setTrouble(trouble))])])
    }

    /// Forgets what an earlier process knew of the push services: this one finds out by itself.
    func forgetTroubles() async throws {
        let known = try await store.queues().filter { $0.trouble != QueueTrouble() }
        guard !known.isEmpty else { return }
        _ = try await store.apply(
            known.map { ChangeGroup(app: $0.queue.app, [.queue($0.queue.provider, .setTrouble(QueueTrouble()))]) }
        )
    }

    /// Opens the token-invalidation breaker, and puts the devices, or addresses of a channel, into service again that were declared dead since an
    /// instant; a device that its user switched off stays off.
    /// - Parameters:
    ///   - queue: the queue.
    ///   - since: the instant.
    ///   - mismatched: devices whose sender was refused, and that are in service again.
    ///   - now: when it is opened.
    /// - Returns: how many devices are in service again.
    /// - Throws: ``StoreError``.
    public func openInvalidationBreaker(
        _ queue: QueueKey,
        since: Timestamp,
        mismatched: [DeviceID] = [],
        now: Timestamp
    ) async throws -> Int {
        let restore = QueueChange.restore(from: .quarantined, to: .active, since: since, mismatched: mismatched)
        let changes =
            [QueueChange.setInvalidationBreaker(at: now), restore].map { Change.queue(queue.provider, $0) }
            + [note(AuditNote("breaker-opened", at: now), queue)]
        let results = try await store.apply([ChangeGroup(app: queue.app, changes)])
        guard case .applied(let values)? = results.first, case .restored(let count)? = values.first else { return 0 }
        return count
    }

    /// Closes the token-invalidation breaker, for an operator or because the share of dead tokens is normal again.
    public func closeInvalidationBreaker(_ queue: QueueKey, by actor: String? = nil, now: Timestamp) async throws {
        try await change([queue], .setInvalidationBreaker(at: nil), AuditNote("breaker-closed", at: now, by: actor))
    }

    /// Sends failed deliveries again, with all their retries, in bounded steps.
    ///
    /// Left alone are those that are not worth pushing any more, and those whose device is not active.
    /// - Parameters:
    ///   - queue: the queue.
    ///   - since: how far back, by when the notification was decided.
    ///   - actor: the operator.
    ///   - now: when they fall due.
    /// - Returns: how many are sent again, and how many are left alone.
    /// - Throws: ``StoreError``.
    public func redrive(_ queue: QueueKey, since: Timestamp, by actor: String? = nil, now: Timestamp) async throws -> (
        again: Int, left: Int
    ) {
        var total = (again: 0, left: 0)
        var last: DeliveryID?
        repeat {
            let page = try await store.failedDeliveries(of: queue, since: since, after: last, limit: Self.stepSize)
            let recent = page.filter { $0.createdAt >= since }
            let worth = recent.filter { $0.isWorthRedriving(at: now) }
            if !worth.isEmpty {
                let groups = worth.map { ChangeGroup(app: queue.app, [.delivery(.redrive($0.id, at: now))]) }
                total.again += try await store.apply(groups).count(where: \.isApplied)
            }
            total.left += recent.count - worth.count
            last = page.last?.id
        } while last != nil
        try await change([queue], .noteRedrive(at: now), AuditNote("queue-redriven", at: now, by: actor))
        return total
    }

    private func change(_ queues: [QueueKey], _ change: QueueChange, _ note: AuditNote) async throws {
        _ = try await store.apply(
            queues.map { ChangeGroup(app: $0.app, [.queue($0.provider, change), self.note(note, $0)]) }
        )
    }

    private func note(_ note: AuditNote, _ queue: QueueKey) -> Change {
        var note = note
        note.details["queue"] = queue.provider.rawValue
        return .note(.adminChanged, note, about: nil)
    }
}
