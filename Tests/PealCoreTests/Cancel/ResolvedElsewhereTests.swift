import Testing

@testable import PealCore

@Suite("What becomes of a push that its user has dealt with elsewhere")
struct ResolvedElsewhereTests {
    private static let now = Timestamp(seconds: 5)
    private static let id = NotificationID.numbered(1)

    @Test(
        "What has not left is stopped, and what is in flight is not retried",
        arguments: [
            (PushRecord(id: id, state: .held), true, .suppressed),
            (.sent([.pending]), true, .suppressed),
            (.sent([.pending, .accepted]), true, .stopped),
            (.sent([.retrying]), true, .stopped),
            (.sent([.sending]), false, .stopped),
            (.sent([.accepted]), false, nil),
            (.sent([]), false, nil),
            (PushRecord(id: id, state: .stopped, reason: .cancelled, deliveries: [.sending]), false, nil),
            // A digest window looks at each item itself when it closes.
            (PushRecord(id: id, state: .digested), false, nil),
            (PushRecord(id: id, state: .suppressed, reason: .muted), false, nil),
        ] as [(PushRecord, Bool, PushState?)]
    )
    func stopped(_ push: PushRecord, isWithdrawn: Bool, ends: PushState?) {
        let plan = ResolvedElsewhere(of: RecipientPush(user: "a", own: push), now: Self.now)
        #expect(plan.isWithdrawn == isWithdrawn)
        guard let ends else {
            #expect(plan.changes.isEmpty)
            return
        }
        guard case .end(Self.id, push.state, ends, .resolvedElsewhere, _)? = plan.changes.last else {
            Issue.record("\(plan.changes)")
            return
        }
    }

    @Test("The trace names the stage that held it", arguments: [Stage.device, .quietHours, .throttle])
    func stage(_ stage: Stage) {
        let held = RecipientPush(user: "a", own: PushRecord(id: Self.id, state: .held, holdStage: stage))
        let plan = ResolvedElsewhere(of: held, now: Self.now)
        let trace = Trace([Trace.Step(stage, .release, .resolvedElsewhere)])
        #expect(plan.changes == [.end(Self.id, from: .held, to: .suppressed, .resolvedElsewhere, trace)])
    }

    @Test("The other items of its digest are pushed without it, unless the digest has left", arguments: [true, false])
    func items(_ hasLeft: Bool) {
        let own = PushRecord.representative(1, .sending, hasLeft ? [.pending, .accepted] : [.pending])
        let item = DigestItem(push: .digested(2, in: 1), isCancelled: false)
        let plan = ResolvedElsewhere(
            of: RecipientPush(user: "a", own: own, items: [item]),
            now: Self.now
        )
        let returns = PushChange.returnToDigest(
            .numbered(2),
            until: Self.now,
            Trace([Trace.Step(.digest, .hold, .digested)])
        )
        #expect(plan.changes.contains(returns) == !hasLeft)
    }
}
