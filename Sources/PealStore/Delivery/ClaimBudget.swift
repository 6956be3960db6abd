public import PealCore

/// How many deliveries may be leased, in all and of one app: no app's slow provider takes every slot.
public struct ClaimBudget: Sendable, Equatable {
    /// At most so many in this claim.
    public var total: Int
    /// At most so many of one app at a time, those in flight counted.
    public var perApp: Int
    /// How many are in flight already, by app.
    public var inFlight: [AppID: Int]

    /// Sets the budget.
    public init(total: Int, perApp: Int, inFlight: [AppID: Int] = [:]) {
        self.total = total
        self.perApp = perApp
        self.inFlight = inFlight
    }
}

extension DeliveryStore {
    /// Leases due deliveries without regard to apps.
    public func claim(now: Timestamp, limit: Int, epoch: Int) async throws -> [ClaimedDelivery] {
        try await claim(now: now, budget: ClaimBudget(total: limit, perApp: limit), epoch: epoch)
    }
}
