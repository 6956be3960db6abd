import Testing

@testable import PealCore

@Suite("What a summary counts and replaces (R163)")
struct SummaryTests {
    @Test(
        "What was pushed, waits or is part of a digest is pending, unless it was retracted",
        arguments: PushState.allCases
    )
    func pending(_ state: PushState) {
        for inApp in [InAppResult.show, .hide(.muted), .hide(.cancelled)] {
            let expected = state != .suppressed && inApp != .hide(.cancelled)
            #expect(PendingPush(state: state, inApp: inApp).isPending == expected)
            var history = PushHistory(pending: 2)
            history.add(PendingPush(state: state, inApp: inApp), count: 3)
            #expect(history.pending == (expected ? 5 : 2))
        }
    }

    @Test(
        "A newer summary replaces one that is sent, under the name that devices know it by",
        arguments: PushState.allCases
    )
    func shown(_ state: PushState) {
        let summary = SummaryPush(id: .numbered(1), replaces: nil, state: state)
        #expect(summary.isShown == (state == .sending))
        #expect(summary.identity == .numbered(1))
        #expect(SummaryPush(id: .numbered(1), replaces: .numbered(2), state: state).identity == .numbered(2))
    }

    @Test("Of a window that several notifications keep, the last end and the last push count")
    func windows() {
        func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }
        var history = PushHistory()
        history.add(DigestWindow(closesAt: at(5), pushedAt: at(2)), slot: "summary")
        history.add(DigestWindow(closesAt: at(4), pushedAt: nil), slot: "summary")
        history.add(DigestWindow(closesAt: at(6), pushedAt: at(1)), slot: "summary")
        history.add(DigestWindow(closesAt: at(9)), slot: "other")
        #expect(history.windows["summary"] == DigestWindow(closesAt: at(6), pushedAt: at(2)))
        #expect(history.windows["other"] == DigestWindow(closesAt: at(9)))
    }

    @Test("Only a push that opens the summary's window takes the place of another summary")
    func opens() {
        func decision(_ push: PushResult, slot: String?) -> Decision {
            Decision(
                inApp: .show,
                push: push,
                priority: .normal,
                isAlert: false,
                slot: slot.map { DigestSlot(key: $0, closesAt: Timestamp(seconds: 1)) },
                trace: Trace()
            )
        }
        #expect(decision(.send([]), slot: DigestSlot.summary).opensSummary)
        #expect(!decision(.send([]), slot: "digest:sale:").opensSummary)
        #expect(!decision(.send([]), slot: nil).opensSummary)
        #expect(!decision(.digest(until: Timestamp(seconds: 1)), slot: DigestSlot.summary).opensSummary)
    }
}
