import PealCore
import Testing

@testable import PealEngine

@Suite("Batches of queues")
struct QueueBatchTests {
    private static func push(_ app: AppID, _ provider: ProviderID, _ number: Int) -> ClaimedSync {
        let device = DeviceID(UUIDv7(milliseconds: UInt64(number), random: (0, 0)))
        return ClaimedSync(
            app: app,
            state: SyncState(
                device: device,
                user: "ann",
                provider: provider,
                dueAt: nil,
                expiresAt: PipelineWorld.start,
                carriesBadge: false
            ),
            target: DueSync.Target(
                owner: "ann",
                sealedToken: [],
                environment: nil,
                lastSeenAt: PipelineWorld.start,
                device: SyncFacts.TargetDevice(
                    id: device,
                    provider: provider,
                    platform: .ios,
                    permission: .granted,
                    state: .active
                )
            ),
            counts: InboxCounts(unread: 0, unseen: 0, version: number),
            cleared: [],
            hasMore: false
        )
    }

    private static func batches(_ pushes: [ClaimedSync]) -> [String] {
        QueueBatch.batches(of: pushes, claim: 0).map { batch in
            "\(batch.queue.app)/\(batch.queue.provider): "
                + batch.items.map { String($0.counts.version) }.joined(separator: " ")
        }
    }

    @Test(
        "keep the order of what is most urgent, in each queue and among the queues",
        arguments: [
            ([], []), ([("b", .fcm)], ["b/fcm: 0"]), ([("b", .fcm), ("b", .fcm)], ["b/fcm: 0 1"]),
            ([("b", .fcm), ("b", .apns), ("b", .fcm)], ["b/fcm: 0 2", "b/apns: 1"]),
            (
                [("b", .fcm), ("a", .apns), ("b", .fcm), ("b", .apns), ("a", .apns)],
                ["b/fcm: 0 2", "a/apns: 1 4", "b/apns: 3"]
            ),
        ] as [([(AppID, ProviderID)], [String])]
    )
    func order(queues: [(AppID, ProviderID)], batches: [String]) {
        let pushes = queues.enumerated().map { number, queue in Self.push(queue.0, queue.1, number) }
        #expect(Self.batches(pushes) == batches)
    }

    @Test(
        "are no larger than a provider takes",
        arguments: [(199, [199]), (200, [200]), (201, [200, 1]), (450, [200, 200, 50])]
    )
    func bound(_ count: Int, _ sizes: [Int]) {
        let one = (0..<count).map { Self.push("a", .fcm, $0) }
        #expect(QueueBatch.batches(of: one, claim: 0).map(\.items.count) == sizes)
        let two = one.flatMap { [$0, Self.push("b", .fcm, $0.counts.version)] }
        #expect(QueueBatch.batches(of: two, claim: 0).map(\.items.count) == sizes + sizes)
        #expect(QueueBatch.batches(of: two, claim: 0).filter { $0.queue.app == "a" }.flatMap(\.items) == one)
    }
}
