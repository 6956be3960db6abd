import Testing

@testable import PealCore

@Suite("Failed deliveries that an operator sends again")
struct FailedDeliveryTests {
    private static let now = Timestamp(seconds: 100)

    private static let cases: [(Bool, PushRelevance, Bool)] = [
        (true, PushRelevance(expiresAt: now + .seconds(1)), true),
        (false, PushRelevance(expiresAt: now + .seconds(1)), false),
        (true, PushRelevance(expiresAt: now), false),
        (true, PushRelevance(expiresAt: now + .seconds(1), isRead: true), false),
        (true, PushRelevance(expiresAt: now + .seconds(1), stopReason: .cancelled), false),
    ]

    @Test("A device that is reachable and a push that is worth sending are needed", arguments: cases)
    func isWorthRedriving(_ isReachable: Bool, _ relevance: PushRelevance, _ expected: Bool) {
        let delivery = FailedDelivery(
            id: DeliveryID(notification: .numbered(1), device: .numbered(2)),
            createdAt: Self.now,
            isReachable: isReachable,
            relevance: relevance
        )
        #expect(delivery.isWorthRedriving(at: Self.now) == expected)
    }
}
