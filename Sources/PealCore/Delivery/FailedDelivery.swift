/// A delivery that failed, as an operator sends it again.
public struct FailedDelivery: Sendable, Equatable {
    /// The delivery.
    public var id: DeliveryID
    /// When its notification was decided.
    public var createdAt: Timestamp
    /// Whether its device is active and still the user's.
    public var isReachable: Bool
    /// What decides whether its push is still worth sending.
    public var relevance: PushRelevance

    /// Joins the parts.
    public init(id: DeliveryID, createdAt: Timestamp, isReachable: Bool, relevance: PushRelevance) {
        self.id = id
        self.createdAt = createdAt
        self.isReachable = isReachable
        self.relevance = relevance
    }

    /// Whether it is sent again at an instant.
    public func isWorthRedriving(at now: Timestamp) -> Bool {
        isReachable && relevance.isWorthPushing(at: now) && DeliveryMachine.next(.failed, on: .redriven) != nil
    }
}
