import PealCore
import PealProviderKit
import PealStore
import Testing

@testable import PealEngine

@Suite("Batches of queues", .timeLimit(.minutes(1)))
struct QueueBatchTests {
    private static func signal(_ app: AppID, _ provider: ProviderID, _ number: Int) -> ClaimedSignal {
        ClaimedSignal(
            device: DeviceID(UUIDv7(milliseconds: UInt64(number), random: (0, 0))),
            app: app,
            userID: "ann",
            provider: provider,
            sealedToken: [],
            platform: .ios,
            environment: nil,
            deviceLastSeenAt: PipelineWorld.start,
            unseen: 0,
            unread: 0,
            badgeVersion: number,
            cleared: [],
            retriesUsed: 0,
            expiresAt: PipelineWorld.start
        )
    }

    private static func batches(_ signals: [ClaimedSignal]) -> [String] {
        QueueBatch.batches(of: signals, claim: 0).map { batch in
            "\(batch.queue.app)/\(batch.queue.provider): "
                + batch.items.map { String($0.badgeVersion) }.joined(separator: " ")
        }
    }

    @Test("keep the order of what is most urgent, in each queue and among the queues")
    func order() {
        let signals = [
            Self.signal("b", .fcm, 0), Self.signal("a", .apns, 1), Self.signal("b", .fcm, 2),
            Self.signal("b", .apns, 3),
            Self.signal("a", .apns, 4),
        ]
        #expect(Self.batches(signals) == ["b/fcm: 0 2", "a/apns: 1 4", "b/apns: 3"])
        #expect(Self.batches(Array(signals.prefix(1))) == ["b/fcm: 0"])
        #expect(Self.batches([]).isEmpty)
    }

    @Test(
        "are no larger than a provider takes",
        arguments: [(199, [199]), (200, [200]), (201, [200, 1]), (450, [200, 200, 50])]
    )
    func bound(_ count: Int, _ sizes: [Int]) {
        let one = (0..<count).map { Self.signal("a", .fcm, $0) }
        #expect(QueueBatch.batches(of: one, claim: 0).map(\.items.count) == sizes)
        let two = one.flatMap { [$0, Self.signal("b", .fcm, $0.badgeVersion)] }
        #expect(QueueBatch.batches(of: two, claim: 0).map(\.items.count) == sizes + sizes)
        #expect(QueueBatch.batches(of: two, claim: 0).filter { $0.queue.app == "a" }.flatMap(\.items) == one)
    }
}
