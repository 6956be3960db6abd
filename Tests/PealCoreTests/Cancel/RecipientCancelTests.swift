import Testing

@testable import PealCore

@Suite("What a cancel means for one recipient")
struct RecipientCancelTests {
    private static let now = Timestamp(seconds: 5)
    private static let id = NotificationID.numbered(1)

    private static func plan(_ own: PushRecord, _ representatives: [PushRecord] = [], _ items: [DigestItem] = [])
        -> RecipientCancel
    {
        let recipient = RecipientPush(user: "a", own: own, representatives: representatives, items: items)
        return RecipientCancel(of: recipient, cause: nil, now: now)
    }

    /// One push, with how it counts and what it becomes.
    struct OwnCase: Sendable, CustomStringConvertible {
        var description: String
        var push: PushRecord
        /// `nil` counts as neither.
        var isCancelled: Bool?
        /// What the push ends as; `nil` leaves it alone.
        var ends: PushState?
        var cancelledDeliveries = 0

        init(
            _ description: String,
            _ push: PushRecord,
            isCancelled: Bool?,
            ends: PushState?,
            deliveries: Int = 0
        ) {
            self.description = description
            self.push = push
            self.isCancelled = isCancelled
            self.ends = ends
            cancelledDeliveries = deliveries
        }
    }

    @Test(
        "Each push is cancelled, too late or neither",
        arguments: [
            OwnCase("held", PushRecord(id: id, state: .held), isCancelled: true, ends: .suppressed),
            OwnCase("in a digest window", PushRecord(id: id, state: .digested), isCancelled: true, ends: .suppressed),
            OwnCase("muted", PushRecord(id: id, state: .suppressed, reason: .muted), isCancelled: nil, ends: nil),
            OwnCase("waiting", .sent([.pending]), isCancelled: true, ends: .suppressed, deliveries: 1),
            OwnCase("two devices", .sent([.pending, .pending]), isCancelled: true, ends: .suppressed, deliveries: 2),
            OwnCase("waiting for a retry", .sent([.retrying]), isCancelled: true, ends: .stopped, deliveries: 1),
            OwnCase("answer lost", .sent([.lost]), isCancelled: false, ends: .stopped, deliveries: 1),
            OwnCase("leased", .sent([.sending]), isCancelled: false, ends: .stopped),
            OwnCase("sent", .sent([.accepted]), isCancelled: false, ends: .stopped),
            OwnCase("sent, perhaps", .sent([.unknown]), isCancelled: false, ends: .stopped),
            OwnCase(
                "one of two sent",
                .sent([.accepted, .pending]),
                isCancelled: false,
                ends: .stopped,
                deliveries: 1
            ),
            OwnCase("one of two failed", .sent([.failed, .pending]), isCancelled: true, ends: .stopped, deliveries: 1),
            OwnCase("failed", .sent([.failed]), isCancelled: nil, ends: .stopped),
            OwnCase("expired", .sent([.expired]), isCancelled: nil, ends: .stopped),
            OwnCase("already cancelled", .sent([.cancelled]), isCancelled: nil, ends: .suppressed),
            OwnCase("no deliveries", .sent([]), isCancelled: nil, ends: .stopped),
        ]
    )
    func own(_ row: OwnCase) {
        let plan = Self.plan(row.push)
        #expect(plan.isCancelled == (row.isCancelled == true))
        #expect(plan.isTooLate == (row.isCancelled == false))
        var expected: [PushChange] = []
        if row.cancelledDeliveries > 0 {
            expected.append(.cancelDeliveries(Self.id, count: row.cancelledDeliveries, .cancelled))
        }
        if let ends = row.ends { expected.append(.end(Self.id, from: row.push.state, to: ends, .cancelled, Trace())) }
        #expect(plan.changes == expected)
    }

    @Test(
        "With its entity, a push ends for that reason: suppressed where no device has it, also after an attempt",
        arguments: [
            (PushRecord(id: id, state: .held), PushState.suppressed, 0), (.sent([.pending]), .suppressed, 1),
            (.sent([.retrying]), .suppressed, 1), (.sent([.failed, .pending]), .suppressed, 1),
            (.sent([.lost]), .stopped, 1), (.sent([.accepted, .pending]), .stopped, 1),
            (.sent([.sending]), .stopped, 0),
        ] as [(PushRecord, PushState, Int)],
        [(FiringReason.entityDeleted, Reason.entityDeleted), (.moved, .cancelled)]
    )
    func withdrawn(_ row: (push: PushRecord, ends: PushState, deliveries: Int), _ cause: (FiringReason, Reason)) {
        let recipient = RecipientPush(user: "a", own: row.push)
        let plan = RecipientCancel(of: recipient, cause: cause.0, now: Self.now)
        #expect(plan.isCancelled == (row.ends == .suppressed))
        let step = Trace.Step(.route, .stop, cause.1, .revoked(cause.0))
        let stop = PushChange.cancelDeliveries(Self.id, count: row.deliveries, cause.1)
        let trace = Trace(plan.isCancelled ? [step] : [])
        let end = PushChange.end(Self.id, from: row.push.state, to: row.ends, cause.1, trace)
        #expect(plan.changes == (row.deliveries > 0 ? [stop] : []) + [end])
    }

    @Test(
        "An item counts as far as its digest has come",
        arguments: [
            ([.representative(2, .held)], true),
            ([.representative(2, .digested)], true),
            ([.representative(2, .sending, [.pending])], true),
            ([.representative(2, .sending, [.pending, .cancelled])], true),
            // Another push would show the other items twice.
            ([.representative(2, .sending, [.retrying])], false),
            ([.representative(2, .sending, [.pending, .failed])], false),
            ([.representative(2, .sending, [.sending])], false),
            ([.representative(2, .sending, [.accepted])], false),
            ([.representative(2, .sending, [.lost])], false),
            ([.representative(2, .sending, [.failed])], nil),
            ([.representative(2, .suppressed, reason: .cancelled)], true),
            ([.representative(2, .suppressed, reason: .expired)], nil),
            // The representative is deleted.
            ([], false),
            ([.digested(2, in: 3), .representative(3, .held)], true),
            ([.digested(2, in: 3), .representative(3, .sending, [.accepted])], false),
            ([.digested(2, in: 3), .digested(3, in: 4), .representative(4, .suppressed, reason: .muted)], nil),
            // Further away than is followed.
            ((2...9).map { .digested($0, in: $0 + 1) }, false),
            ((2...8).map { .digested($0, in: $0 + 1) } + [.representative(9, .held)], true),
        ] as [([PushRecord], Bool?)]
    )
    func digested(_ representatives: [PushRecord], _ isCancelled: Bool?) {
        let plan = Self.plan(.digested(in: 2), representatives)
        #expect(plan.isCancelled == (isCancelled == true))
        #expect(plan.isTooLate == (isCancelled == false))
        // A digest that was sent is not changed.
        if isCancelled != true { #expect(plan.changes.isEmpty) }
    }

    @Test("A digest that has not left is put together again without the item that is cancelled")
    func item() {
        let representative = PushRecord.representative(3, .sending, [.pending, .pending])
        let plan = Self.plan(
            .digested(in: 3),
            [representative],
            [
                DigestItem(push: .digested(1, in: 3), isCancelled: true),
                DigestItem(push: .digested(2, in: 3), isCancelled: false),
            ]
        )
        let step = Trace([Trace.Step(.digest, .hold, .digested)])
        #expect(
            plan.changes == [
                .deleteDeliveries(.numbered(3), count: 2),
                .reopenDigest(.numbered(3), from: .sending, until: Self.now, step),
                .returnToDigest(.numbered(2), until: Self.now, step),
                .end(.numbered(1), from: .represented, to: .suppressed, .cancelled, Trace()),
            ]
        )
    }

    @Test("A digest whose window is open keeps its time")
    func openWindow() {
        let plan = Self.plan(.digested(in: 3), [.representative(3, .digested)])
        let reopen = PushChange.reopenDigest(.numbered(3), from: .digested, until: Timestamp(seconds: 9), Trace())
        #expect(plan.changes.first == reopen)
    }

    @Test("The other items of a representative that is cancelled wait in their windows again")
    func representative() {
        let plan = Self.plan(
            .representative(1, .held),
            [],
            [
                DigestItem(push: .digested(2, in: 1), isCancelled: false),
                DigestItem(push: .digested(3, in: 1), isCancelled: true),
                DigestItem(
                    push: PushRecord(id: .numbered(4), state: .suppressed, reason: .expired, digest: .numbered(1)),
                    isCancelled: false
                ),
            ]
        )
        let step = Trace([Trace.Step(.digest, .hold, .digested)])
        #expect(
            plan.changes == [
                .returnToDigest(.numbered(2), until: Self.now, step),
                .end(.numbered(1), from: .held, to: .suppressed, .cancelled, Trace()),
            ]
        )
    }

    /// A summary whose attempts were refused, with what it stands for.
    private static func summary(_ deliveries: [DeliveryFacts]) -> (PushRecord, [DigestItem]) {
        var summary = PushRecord.representative(9, .sending, deliveries)
        summary.isSummary = true
        let items = (1...3).map { number in
            var push = PushRecord.digested(number, in: 9)
            push.reason = .summarised
            return DigestItem(push: push, isCancelled: false, isResolved: number == 3)
        }
        return (summary, items)
    }

    @Test(
        "A summary that no device has ends when a part of it is cancelled; the others are sent again, unless they were read"
    )
    func partOfSummary() {
        let (summary, items) = Self.summary([.retrying, .failed])
        let plan = Self.plan(items[0].push, [summary], items)
        #expect(
            plan.changes == [
                .endSummary(.numbered(9), at: Self.now, .leftSummary),
                .leaveSummary(.numbered(2), dueAt: Self.now, .leftSummary),
                .end(.numbered(1), from: .represented, to: .suppressed, .cancelled, Trace()),
            ]
        )
    }

    @Test(
        "What was not sent by itself when its summary ended is cancelled alone: the push that was the summary stays as it is",
        arguments: [[.pending], [.retrying], [.accepted]] as [[DeliveryFacts]]
    )
    func partOfEndedSummary(_ deliveries: [DeliveryFacts]) {
        let (summary, items) = Self.summary(deliveries)
        var ended = summary
        ended.isSummary = false
        ended.isRepresentative = false
        let plan = Self.plan(items[2].push, [ended], [items[2]])
        #expect(plan.isCancelled)
        #expect(plan.changes == [.end(.numbered(3), from: .represented, to: .suppressed, .cancelled, Trace())])
    }

    @Test("What a summary stands for is sent by itself when the summary is cancelled before a device has it")
    func cancelledSummary() {
        let (summary, items) = Self.summary([.retrying])
        let plan = Self.plan(summary, [], items)
        #expect(
            plan.changes == [
                .leaveSummary(.numbered(1), dueAt: Self.now, .leftSummary),
                .leaveSummary(.numbered(2), dueAt: Self.now, .leftSummary),
                .cancelDeliveries(.numbered(9), count: 1, .cancelled),
                .end(.numbered(9), from: .sending, to: .suppressed, .cancelled, Trace()),
            ]
        )
    }

    @Test(
        "A summary that a device has, or may have, is not changed",
        arguments: [[.accepted], [.lost], [.sending]] as [[DeliveryFacts]]
    )
    func sentSummary(_ deliveries: [DeliveryFacts]) {
        let (summary, items) = Self.summary(deliveries)
        let plan = Self.plan(items[0].push, [summary], items)
        #expect(plan.isTooLate && plan.changes.isEmpty)
    }

    @Test(
        "The trace names why a change of the entity withdrew what had not left, and nothing else",
        arguments: [true, false]
    )
    func cause(_ isWaiting: Bool) {
        let recipient = RecipientPush(user: "a", own: .sent([isWaiting ? .pending : .accepted]))
        let plan = RecipientCancel(of: recipient, cause: .moved, now: Self.now)
        guard case .end(_, _, _, _, let trace)? = plan.changes.last else {
            Issue.record("\(plan.changes)")
            return
        }
        #expect(trace.steps == (isWaiting ? [Trace.Step(.route, .stop, .cancelled, .revoked(.moved))] : []))
    }

    @Test(
        "What waits in a channel is cancelled, and what a channel has sent counts as too late, whatever became of the push",
        arguments: [
            (PushRecord(id: .numbered(1), state: .suppressed, reason: .muted), DeliveryFacts.pending, true, false),
            (PushRecord(id: .numbered(1), state: .suppressed, reason: .muted), .accepted, false, true),
            (PushRecord(id: .numbered(1), state: .suppressed, reason: .muted), .failed, false, false),
            (PushRecord(id: .numbered(1), state: .held), .pending, true, false),
            (PushRecord(id: .numbered(1), state: .held), .sending, false, true),
            (.sent([.accepted]), .pending, false, true),
        ] as [(PushRecord, DeliveryFacts, Bool, Bool)]
    )
    func channels(_ own: PushRecord, _ channel: DeliveryFacts, isCancelled: Bool, isTooLate: Bool) {
        let recipient = RecipientPush(user: "a", own: own, channels: [channel])
        let plan = RecipientCancel(of: recipient, cause: .entityDeleted, now: Self.now)
        #expect(plan.isCancelled == isCancelled && plan.isTooLate == isTooLate)
        let waits = channel.state == .pending
        #expect(plan.channels == (waits ? .cancel(.numbered(1), .entityDeleted, at: Self.now) : nil))
        // The push is stopped as without a channel.
        #expect(
            plan.changes
                == RecipientCancel(of: .init(user: "a", own: own), cause: .entityDeleted, now: Self.now).changes
        )
    }

    @Test(
        "Only a cancel before the fan-out releases the claim, and only one after it counts no undecided recipients",
        arguments: [
            (CancelReport.Phase.beforeFanOut, true, true, nil), (.during, true, false, ""), (.after, false, false, ""),
        ] as [(CancelReport.Phase, Bool, Bool, UserID?)]
    )
    func start(_ phase: CancelReport.Phase, countsUndecided: Bool, releases: Bool, cursor: UserID?) {
        let start = CancelStart(in: phase)
        #expect(start.countsUndecided == countsUndecided)
        #expect(start.releases == releases)
        #expect(start.cursor == cursor)
    }

    @Test(
        "The items of a representative that was cancelled too late are pushed when its own digest is cancelled before it left"
    )
    func chain() {
        let digest = PushRecord.representative(9, .sending, [.retrying])
        var late = PushRecord.digested(2, in: 9)
        late.isRepresentative = true
        let items = [
            DigestItem(push: late, isCancelled: true), DigestItem(push: .digested(3, in: 9), isCancelled: false),
        ]
        var recipient = RecipientPush(user: "a", own: digest)
        recipient.readItems { id in
            switch id {
            case .numbered(9): items
            case .numbered(2): [DigestItem(push: .digested(1, in: 2), isCancelled: false)]
            default: []
            }
        }
        let plan = RecipientCancel(of: recipient, cause: nil, now: Self.now)
        let returned: [NotificationID] = plan.changes.compactMap {
            if case .returnToDigest(let id, _, _) = $0 { id } else { nil }
        }
        #expect(plan.isCancelled)
        #expect(returned == [.numbered(1), .numbered(3)])
    }

    @Test("Reports add up, and the furthest phase counts")
    func sum() {
        var total = CancelReport(cancelled: 1, tooLate: 2, phase: .during)
        total.add(CancelReport(cancelled: 3, tooLate: 4, phase: .beforeFanOut))
        #expect(total == CancelReport(cancelled: 4, tooLate: 6, phase: .during))
        total.add(CancelReport(cancelled: 0, tooLate: 0, phase: .after))
        #expect(total.phase == .after)
    }
}
