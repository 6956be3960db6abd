import PealCore
import Testing

@Suite("What a backend sees of a trigger")
struct TriggerReportTests {
    typealias Decisions = TriggerReport.Decisions

    static let later = Timestamp(seconds: 3600)

    private static func report(
        _ decisions: [Decisions] = [],
        _ deliveries: [DeliveryState: Int] = [:],
        state: TriggerState = .finished,
        dueAt: Timestamp = Timestamp(seconds: 60)
    ) -> TriggerReport {
        TriggerReport(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 0))),
            type: "sale",
            entity: nil,
            acceptedAt: Timestamp(seconds: 60),
            dueAt: dueAt,
            state: state,
            decisions: decisions,
            deliveries: deliveries
        )
    }

    @Test("counts each recipient once, by verdict and reason")
    func counts() {
        let report = Self.report([
            Decisions(inApp: .show, push: .send([]), count: 3),
            Decisions(inApp: .show, push: .suppress(.permissionDenied), count: 2),
            Decisions(inApp: .hide(.typeDisabled), push: .suppress(.typeDisabled), count: 4),
            Decisions(inApp: .hide(.muted), push: .suppress(.typeDisabled), count: 1),
        ])
        #expect(report.recipients == 10)
        #expect(report.verdicts == [.notified: 5, .suppressed: 5])
        #expect(report.suppressed == [.typeDisabled: 5])
        #expect(report.heldPushes == 0 && report.digestedPushes == 0)
        #expect(report.sentPushes == 3)
        #expect(report.suppressedPushes == [.permissionDenied: 2, .typeDisabled: 5])
        #expect(report.shownRows == 5)
        #expect(report.hiddenRows == [.typeDisabled: 4, .muted: 1])
    }

    @Test("counts pushes that wait, also of recipients that the inbox has notified")
    func waiting() {
        let report = Self.report([
            Decisions(inApp: .show, push: .hold(until: Self.later), count: 2),
            Decisions(inApp: .hide(.muted), push: .hold(until: Self.later), count: 1),
            Decisions(inApp: .hide(.muted), push: .digest(until: Self.later), count: 4),
        ])
        #expect(report.recipients == 7)
        #expect(report.heldPushes == 3 && report.digestedPushes == 4)
        #expect(report.verdicts == [.notified: 2, .held: 1, .digested: 4])
        #expect(report.suppressed.isEmpty)
    }

    @Test(
        "is done when nothing is held, in a digest or pending",
        arguments: [
            ([], [:], TriggerStatus.done),
            ([Decisions(inApp: .show, push: .send([]), count: 1)], [.accepted: 1], .done),
            ([Decisions(inApp: .show, push: .send([]), count: 1)], [.accepted: 1, .pending: 1], .running),
            ([Decisions(inApp: .show, push: .hold(until: later), count: 1)], [:], .running),
            ([Decisions(inApp: .show, push: .digest(until: later), count: 1)], [:], .running),
        ] as [([Decisions], [DeliveryState: Int], TriggerStatus)]
    )
    func status(decisions: [Decisions], deliveries: [DeliveryState: Int], expected: TriggerStatus) {
        #expect(Self.report(decisions, deliveries).status == expected)
        #expect(Self.report(decisions, deliveries, state: .running).status == .running)
        #expect(Self.report(decisions, deliveries, state: .cancelled(.finished)).status == .cancelled)
    }

    @Test(
        "is scheduled while it waits for a later instant than its acceptance",
        arguments: [(3600, .scheduled), (60, .running)] as [(Int64, TriggerStatus)]
    )
    func scheduled(dueAt second: Int64, status: TriggerStatus) {
        #expect(Self.report(state: .waiting, dueAt: Timestamp(seconds: second)).status == status)
    }

    @Test("leaves out states that no delivery has")
    func emptyStates() {
        #expect(Self.report([], [.accepted: 2, .failed: 0]).deliveries == [.accepted: 2])
    }
}
