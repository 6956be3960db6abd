public import PealCore

/// How many deliveries may be leased, in all, of one app and of one queue: no slow push service takes every slot, and
/// no broadcast the last ones.
public struct ClaimBudget: Sendable, Equatable {
    /// In all.
    public var total: LaneRoom
    /// Of one app that has nothing in flight.
    public var perApp: LaneRoom
    /// How many are in flight already, by app.
    public var inFlight: [AppID: Int]
    /// Of single queues.
    public var lanes: [LaneKey: LaneRoom]
    /// Of a queue that is not among ``lanes``.
    public var perLane: LaneRoom

    /// Sets the budget.
    public init(
        total: LaneRoom,
        perApp: LaneRoom,
        inFlight: [AppID: Int] = [:],
        lanes: [LaneKey: LaneRoom] = [:],
        perLane: LaneRoom
    ) {
        self.total = total
        self.perApp = perApp
        self.inFlight = inFlight
        self.lanes = lanes
        self.perLane = perLane
    }

    /// What may be leased of a queue at a priority.
    public func room(of lane: LaneKey, _ priority: Priority) -> Int {
        min(
            total.room(for: priority),
            perApp.room(for: priority) - (inFlight[lane.app] ?? 0),
            (lanes[lane] ?? perLane).room(for: priority)
        )
    }

    /// One of a queue was leased.
    public mutating func take(_ lane: LaneKey) {
        total.take()
        inFlight[lane.app, default: 0] += 1
        lanes[lane, default: perLane].take()
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
        let room = LaneRoom(critical: limit, ordinary: limit)
        return try await claim(
            now: now,
            budget: ClaimBudget(total: room, perApp: room, perLane: room),
            epoch: epoch
        )
    }
}
