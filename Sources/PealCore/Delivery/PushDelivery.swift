/// How far a push has come that was decided to be sent: its deliveries taken together.
public struct PushDelivery: Sendable, Equatable {
    /// What its deliveries come to.
    public enum Outcome: String, Sendable, CaseIterable {
        /// A push service accepted it for a device.
        case accepted
        /// It waits for its first attempt or a retry, or is being sent.
        case waiting
        /// It was sent, and the answer was lost.
        case unknown
        /// It reached no device: rejected, or no retry left.
        case failed
        /// It expired in its queue.
        case expired
        /// It was not sent: the rules, its user or its backend ended it.
        case cancelled
    }

    /// What they come to.
    public var outcome: Outcome
    /// Why it waits or reached no device.
    public var reason: Reason?
    /// When a push service accepted it first.
    public var acceptedAt: Timestamp?

    /// Takes the deliveries of a push together, the best of them first; `nil` without any.
    public init?(of deliveries: [DeliveryReport]) {
        let ranked = deliveries.compactMap { delivery in
            Outcome.allCases.firstIndex(of: delivery.state.outcome).map { (rank: $0, delivery: delivery) }
        }
        guard let best = ranked.min(by: { $0.rank < $1.rank }) else { return nil }
        outcome = best.delivery.state.outcome
        reason = best.delivery.reason
        acceptedAt = deliveries.compactMap(\.acceptedAt).min()
    }

    /// Takes what is sent in a channel other than push.
    public init(of delivery: ChannelDelivery) {
        outcome = delivery.state.outcome
        reason = delivery.reason
        acceptedAt = delivery.state == .accepted ? delivery.attempts.acceptedAt : nil
    }
}

extension DeliveryReport {
    /// When the push service accepted it, if it did.
    public var acceptedAt: Timestamp? { state == .accepted ? attempts.acceptedAt : nil }
}

extension [AttemptRecord] {
    /// When the last of them was accepted.
    fileprivate var acceptedAt: Timestamp? {
        last { $0.outcome == AttemptRecord(.accepted(receipt: nil), at: $0.at).outcome }?.at
    }
}

extension DeliveryState {
    fileprivate var outcome: PushDelivery.Outcome {
        switch self {
        case .accepted: .accepted
        case .pending, .sending: .waiting
        case .unknown: .unknown
        case .failed: .failed
        case .expired: .expired
        case .cancelled: .cancelled
        }
    }
}
