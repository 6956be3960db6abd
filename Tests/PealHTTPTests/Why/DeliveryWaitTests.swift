import PealCore
import Testing

@testable import PealEngine

@Suite("What a delivery waits for")
struct DeliveryWaitTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let later = now + .seconds(60)
    private static let opening = OpenBreaker(since: now - .seconds(45), reason: "connection-refused", probeAt: later)
    private static let paused = QueuePause(
        until: nil,
        pausesCritical: true,
        cause: .paused(since: now - .seconds(60), by: "ana")
    )

    struct Case: Sendable, CustomTestStringConvertible {
        var state: DeliveryState = .pending
        var priority: Priority = .normal
        var hold: QueuePause?
        var behind: PushNeighbours.Earlier?
        var attempts = 0
        var dueAt = now
        var cause: String?
        var until: Timestamp?

        var testDescription: String { "\(state) \(priority): \(cause ?? "nothing")" }
    }

    private static func retry(isSending: Bool = false) -> PushNeighbours.Earlier {
        PushNeighbours.Earlier(
            trigger: TriggerID(UUIDv7(milliseconds: 1, random: (0, 3))),
            notification: NotificationID(UUIDv7(milliseconds: 1, random: (0, 4))),
            isSending: isSending,
            dueAt: later,
            isRetry: true
        )
    }

    static let cases: [Case] = [
        Case(cause: "turn"),
        Case(state: .sending, cause: "answer"),
        Case(attempts: 2, dueAt: later, cause: "retry", until: later),
        Case(behind: retry(), dueAt: later, cause: "order", until: later),
        Case(behind: retry(isSending: true), cause: "order"),
        Case(behind: retry(), attempts: 1, cause: "order", until: later),
        Case(behind: retry(), attempts: 1, dueAt: later + .seconds(1), cause: "retry", until: later + .seconds(1)),
        Case(hold: paused, behind: retry(), cause: "lane-paused"),
        Case(hold: paused, cause: "lane-paused"),
        Case(priority: .critical, hold: paused, cause: "lane-paused"),
        Case(
            hold: QueuePause(until: later, pausesCritical: true, cause: .throttled),
            cause: "throttled",
            until: later
        ),
        Case(
            hold: QueuePause(until: later, pausesCritical: false, cause: .breakerOpen(opening)),
            cause: "lane-closed",
            until: later
        ),
        Case(hold: QueuePause(until: nil, pausesCritical: false, cause: .breakerOpen(opening)), cause: "lane-closed"),
        Case(
            hold: QueuePause(until: later, pausesCritical: false, cause: .rate),
            cause: "lane-closed",
            until: later
        ),
        Case(
            priority: .critical,
            hold: QueuePause(until: later, pausesCritical: false, cause: .breakerOpen(opening)),
            cause: "turn"
        ),
        Case(state: .accepted), Case(state: .failed), Case(state: .unknown), Case(state: .expired),
        Case(state: .cancelled),
    ]

    @Test("is told with its end", arguments: cases)
    func wait(_ example: Case) {
        let report = DeliveryReport(
            id: DeliveryID(
                notification: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
                device: DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))
            ),
            provider: .fcm,
            platform: .android,
            state: example.state,
            reason: nil,
            attempts: (0..<example.attempts).map { _ in AttemptRecord(at: Self.now, outcome: "unavailable") },
            dueAt: example.state == .pending ? example.dueAt : nil
        )
        let wait = DeliveryWait.of(
            report,
            priority: example.priority,
            hold: example.hold,
            behind: example.behind,
            now: Self.now
        )
        #expect(wait?.cause == example.cause)
        #expect(wait?.until == example.until)
        let namesService = !["retry", "order"].contains(example.cause)
        #expect(wait.map { $0.detail.hasSuffix(".") && $0.detail.contains("fcm") == namesService } ?? true)
        #expect((wait?.behind != nil) == (example.cause == "order"))
    }

    @Test("is said in words: who paused the queue, and since when and why its breaker is open")
    func sentences() {
        let report = DeliveryReport(
            id: DeliveryID(
                notification: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
                device: DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))
            ),
            provider: .fcm,
            platform: .android,
            state: .pending,
            reason: nil,
            attempts: [AttemptRecord(at: Self.now, outcome: "unavailable", reason: "token-errno-111")],
            dueAt: Self.later
        )
        func sentence(_ hold: QueuePause?) -> String? {
            DeliveryWait.of(report, priority: .normal, hold: hold, now: Self.now)?.detail
        }
        let closed = QueuePause(until: Self.later, pausesCritical: false, cause: .breakerOpen(Self.opening))
        #expect(sentence(Self.paused) == "It waits: ana paused fcm for this app at 2027-01-15 07:59 UTC.")
        #expect(
            sentence(closed)
                == "It waits: the breaker of fcm is open since 2027-01-15 07:59:15 UTC (connection refused); "
                + "the next probe is at 2027-01-15 08:01 UTC."
        )
        #expect(
            sentence(nil)
                == "Attempt 1 failed (no access token: connection refused): tried again at 2027-01-15 08:01 UTC."
        )
    }
}
