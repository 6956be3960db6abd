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

    /// One of a queue was leased.
    public mutating func take(_ queue: QueueKey) {
        total.take()
        inFlight[queue.app, default: 0] += 1
        queues[queue, default: perQueue].take()
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
