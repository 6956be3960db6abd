import PealCore
import PealSQL
import PealStore
import Testing

@testable import PealEngine

@Suite("Reports of a queue's breaker")
struct QueueReportsTests {
    private static let queue = QueueKey(app: "shop", provider: .fcm)

    private static func reports(of world: PipelineWorld, _ log: LineLog) -> QueueReports {
        QueueReports(
            registry: world.queues,
            changes: ChangeQueues(store: world.store),
            metrics: world.metrics,
            logger: log.logger
        )
    }

    @Test(
        "name a wait that the service asked for, once, where it is long enough to be seen",
        arguments: [(9, false), (10, true), (240, true)]
    )
    func throttled(seconds: Int, isNews: Bool) async throws {
        let log = LineLog()
        try await PipelineWorld.with { world in
            let reports = Self.reports(of: world, log)
            let wait = SendOutcome.throttled(reason: "quota", retryAfter: .seconds(seconds), scope: .sender)
            for _ in 0..<3 { _ = reports.answered(Self.queue, [wait, wait], now: PipelineWorld.start, unit: 0) }
        }
        let until = (PipelineWorld.start + .seconds(seconds)).rfc3339
        let line =
            "warning a push service asked this app to slow down, and its pushes wait: app=shop provider=fcm until=\(until)"
        #expect(log.lines == (isNews ? [line] : []))
    }

    @Test("are one line each for the first failure, the opening and the closing, in words")
    func lines() async throws {
        let log = LineLog()
        try await PipelineWorld.with { world in
            let reports = Self.reports(of: world, log)
            let refused = SendOutcome.unavailable(reason: "token-connection-refused", retryAfter: nil)
            for _ in 0..<30 { _ = reports.answered(Self.queue, [refused], now: PipelineWorld.start, unit: 0) }
            await reports.store(Self.queue)
            let stored = try await world.store.queues().first?.conditions(now: PipelineWorld.start)
            #expect(
                stored.map { QueueCondition.words($0, \.rfc3339) }
                    == "breaker open since 2026-09-21T14:13:20Z (no access token: connection refused), "
                    + "next probe 2026-09-21T14:13:25Z"
            )
            let later = PipelineWorld.start + .seconds(60)
            _ = reports.answered(Self.queue, [.accepted(receipt: nil)], now: later, unit: 0)
            await reports.store(Self.queue)
            #expect(try await world.store.queues().map(\.trouble) == [QueueTrouble()])
        }
        #expect(
            log.lines == [
                "warning a push service fails; its pushes are tried again: app=shop code=token-connection-refused "
                    + "provider=fcm reason=no access token: connection refused",
                "warning breaker open: a push service keeps failing, and its pushes wait: app=shop "
                    + "code=token-connection-refused nextProbe=2026-09-21T14:13:25Z provider=fcm "
                    + "reason=no access token: connection refused since=2026-09-21T14:13:20Z",
                "notice breaker closed: the push service answers again: app=shop provider=fcm seconds=60 "
                    + "since=2026-09-21T14:13:20Z",
            ]
        )
    }
}
