import PealCore

extension ID {
    /// An identifier by its number.
    static func numbered(_ number: Int) -> Self {
        Self(UUIDv7(milliseconds: UInt64(number), random: (0, 0)))
    }
}

extension PushRecord {
    /// A push that is sent, with a delivery in each state.
    static func sent(_ deliveries: [DeliveryFacts]) -> PushRecord {
        PushRecord(id: .numbered(1), state: .sending, deliveries: deliveries)
    }

    /// A push that is part of another one's digest.
    static func digested(_ number: Int = 1, in representative: Int) -> PushRecord {
        PushRecord(
            id: .numbered(number),
            state: .represented,
            reason: .digested,
            digest: .numbered(representative)
        )
    }

    /// A push that stands for a digest.
    static func representative(
        _ number: Int,
        _ state: PushState,
        reason: Reason? = nil,
        _ deliveries: [DeliveryFacts] = []
    ) -> PushRecord {
        PushRecord(
            id: .numbered(number),
            state: state,
            reason: reason,
            heldUntil: state == .digested ? Timestamp(seconds: 9) : nil,
            isRepresentative: true,
            deliveries: deliveries
        )
    }
}

extension DeliveryFacts {
    static let pending = DeliveryFacts(state: .pending)
    static let retrying = DeliveryFacts(state: .pending, wasAttempted: true)
    static let lost = DeliveryFacts(state: .pending, wasAttempted: true, isAnswerLost: true)
    static let sending = DeliveryFacts(state: .sending)
    static let accepted = DeliveryFacts(state: .accepted, wasAttempted: true)
    static let unknown = DeliveryFacts(state: .unknown, wasAttempted: true, isAnswerLost: true)
    static let failed = DeliveryFacts(state: .failed, wasAttempted: true)
    static let expired = DeliveryFacts(state: .expired)
    static let cancelled = DeliveryFacts(state: .cancelled)
}
