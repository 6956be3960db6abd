import PealCore
import PealStore
import Testing

@testable import PealEngine

@Suite("What a delivery waits for")
struct DeliveryWaitTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let later = now + .seconds(60)

    struct Case: Sendable, CustomTestStringConvertible {
        var state: DeliveryState = .pending
        var priority: Priority = .normal
        var hold: LaneHold?
        var attempts = 0
        var dueAt = now
        var cause: String?
        var until: Timestamp?

        var testDescription: String { "\(state) \(priority): \(cause ?? "nothing")" }
    }

    static let cases: [Case] = [
        Case(cause: "turn"),
        Case(state: .sending, cause: "answer"),
        Case(attempts: 2, dueAt: later, cause: "retry", until: later),
        Case(hold: LaneHold(until: nil, holdsCritical: true), cause: "lane-paused"),
        Case(priority: .critical, hold: LaneHold(until: nil, holdsCritical: true), cause: "lane-paused"),
        Case(hold: LaneHold(until: later, holdsCritical: true), cause: "throttled", until: later),
        Case(hold: LaneHold(until: later, holdsCritical: false), cause: "lane-closed", until: later),
        Case(priority: .critical, hold: LaneHold(until: later, holdsCritical: false), cause: "turn"),
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
        let wait = DeliveryWait.of(report, priority: example.priority, hold: example.hold, now: Self.now)
        #expect(wait?.cause == example.cause)
        #expect(wait?.until == example.until)
        #expect(wait.map { $0.detail.hasSuffix(".") && $0.detail.contains("fcm") != ($0.cause == "retry") } ?? true)
    }
}
