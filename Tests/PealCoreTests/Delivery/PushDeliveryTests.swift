import PealCore
import Testing

@Suite("How far a push has come")
struct PushDeliveryTests {
    static let now = Timestamp(seconds: 1_000)

    static func report(_ state: DeliveryState, _ reason: Reason? = nil, at second: Int64 = 1_000) -> DeliveryReport {
        let device = DeviceID(UUIDv7(milliseconds: 1, random: (0, 0)))
        let attempt = AttemptRecord(.accepted(receipt: nil), at: Timestamp(seconds: second))
        return DeliveryReport(
            id: DeliveryID(notification: .numbered(1), device: device),
            provider: .fcm,
            platform: .android,
            state: state,
            reason: reason,
            attempts: state == .accepted ? [attempt] : [],
            dueAt: nil
        )
    }

    static let table: [([DeliveryReport], PushDelivery.Outcome?, Reason?)] = [
        ([], nil, nil),
        ([report(.accepted)], .accepted, nil),
        ([report(.failed, .providerRejected), report(.accepted)], .accepted, nil),
        ([report(.failed, .providerRejected), report(.pending)], .waiting, nil),
        ([report(.pending, .quietHours)], .waiting, .quietHours),
        ([report(.sending), report(.unknown)], .waiting, nil),
        ([report(.unknown), report(.cancelled, .muted)], .unknown, nil),
        ([report(.expired, .expired), report(.failed, .retriesExhausted)], .failed, .retriesExhausted),
        ([report(.cancelled, .muted), report(.expired, .expired)], .expired, .expired),
        ([report(.cancelled, .muted)], .cancelled, .muted),
    ]

    @Test("The best of its deliveries counts", arguments: table)
    func outcomes(_ reports: [DeliveryReport], _ outcome: PushDelivery.Outcome?, _ reason: Reason?) {
        let delivery = PushDelivery(of: reports)
        #expect(delivery?.outcome == outcome)
        #expect(delivery?.reason == reason)
    }

    @Test("It was accepted when the first push service accepted it")
    func acceptedAt() {
        let delivery = PushDelivery(of: [
            Self.report(.accepted, at: 9), Self.report(.accepted, at: 7), Self.report(.failed),
        ])
        #expect(delivery?.acceptedAt == Timestamp(seconds: 7))
        #expect(PushDelivery(of: [Self.report(.failed)])?.acceptedAt == nil)
    }
}
