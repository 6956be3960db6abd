public import PealCore

/// How many deliveries may be leased, in all, of one app and of one queue: no slow push service takes every slot, and
/// no broadcast the last ones.
public struct ClaimBudget: Sendable, Equatable {
    /// In all.
    public var total: QueueCapacity
    /// Of one app that has nothing in flight.
    public var perApp: QueueCapacity
    /// How many are in flight already, by app.
    public var inFlight: [AppID: Int]
    /// Of single queues.
    public var queues: [QueueKey: QueueCapacity]
    /// Of a queue that is not among ``queues``.
    public var perQueue: QueueCapacity

    /// Sets the budget.
    public init(
        total: QueueCapacity,
        perApp: QueueCapacity,
        inFlight: [AppID: Int] = [:],
        queues: [QueueKey: QueueCapacity] = [:],
        perQueue: QueueCapacity
    ) {
        self.total = total
        self.perApp = perApp
        self.inFlight = inFlight
        self.queues = queues
        self.perQueue = perQueue
    }

    /// What may be leased of a queue at a priority.
    public func room(of queue: QueueKey, _ priority: Priority) -> Int {
        min(
            total.room(for: priority),
            perApp.room(for: priority) - (inFlight[queue.app] ?? 0),
            (queues[queue] ?? perQueue).room(for: priority)
        )
    }

    /// Whether, with these, something is in flight of an app that has a queue without room: more may wait there.
    public func isUsedUp(by claimed: [ClaimedDelivery]) -> Bool {
        var left = self
        for delivery in claimed { left.take(delivery.queue) }
        return left.queues.keys.contains { left.inFlight[$0.app, default: 0] > 0 && left.room(of: $0, .normal) <= 0 }
    }

    /// One of a queue was leased.
    public mutating func take(_ queue: QueueKey) {
        total.take()
        inFlight[queue.app, default: 0] += 1
        queues[queue, default: perQueue].take()
    }
}

/// What a claim leases, and to which epoch.
public struct ClaimRequest: Sendable {
    /// What is due at this instant.
    public var now: Timestamp
    /// How many.
    public var budget: ClaimBudget
    /// The process epoch that gets the leases.
    public var epoch: Int

    /// Joins the parts.
    public init(now: Timestamp, budget: ClaimBudget, epoch: Int) {
        self.now = now
        self.budget = budget
        self.epoch = epoch
    }
}

/// What became of changes and of the claim after them.
public struct ClaimingResult: Sendable {
    /// What ``ChangeStore/apply(_:)`` returns or throws.
    public var applied: Result<[GroupResult], any Error>
    /// What ``DeliveryStore/claim(now:budget:epoch:)`` returns or throws.
    public var claimed: Result<[ClaimedDelivery], any Error>

    /// Joins both.
    public init(applied: Result<[GroupResult], any Error>, claimed: Result<[ClaimedDelivery], any Error>) {
        self.applied = applied
        self.claimed = claimed
    }
}

extension DeliveryStore {
    /// The notifications of some deliveries of an app, with all their deliveries, and the devices.
    public func outcomeFacts(of deliveries: [DeliveryID], app: AppID) async throws -> OutcomeFacts {
        let (notifications, devices) = (deliveries.map(\.notification), deliveries.map(\.device))
        return try await outcomeFacts(of: Set(notifications), devices: Set(devices), app: app)
    }

    /// Leases due deliveries whatever their app and queue.
    public func claim(now: Timestamp, limit: Int, epoch: Int) async throws -> [ClaimedDelivery] {
        let room = QueueCapacity(critical: limit, ordinary: limit)
        return try await claim(
            now: now,
            budget: ClaimBudget(total: room, perApp: room, perQueue: room),
            epoch: epoch
        )
    }
}
