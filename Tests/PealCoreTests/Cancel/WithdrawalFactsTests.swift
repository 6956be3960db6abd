import Testing

@testable import PealCore

@Suite("What a change of an entity withdraws")
struct WithdrawalFactsTests {
    private static let now = Timestamp(seconds: 5)
    private static let id = NotificationID.numbered(1)

    @Test(
        "What waits, what is retried and what a receipt may send again may still leave",
        arguments: [
            (PushRecord(id: id, state: .held), false, true), (PushRecord(id: id, state: .digested), false, true),
            (.sent([.pending]), false, true), (.sent([.sending]), false, true), (.sent([.lost]), false, true),
            (.sent([.accepted]), false, false), (.sent([.accepted]), true, true), (.sent([.failed]), false, false),
            (PushRecord(id: id, state: .stopped, reason: .cancelled, deliveries: [.sending]), true, false),
            (PushRecord(id: id, state: .suppressed, reason: .muted), true, false),
        ] as [(PushRecord, Bool, Bool)]
    )
    func mayLeave(_ push: PushRecord, awaitsReceipt: Bool, mayLeave: Bool) {
        var recipient = WithdrawalRecipient(
            push: RecipientPush(user: "a", own: push),
            expiresAt: Self.now + .seconds(1),
            awaitsReceipt: awaitsReceipt
        )
        #expect(recipient.mayLeave(after: Self.now) == mayLeave)
        recipient.expiresAt = Self.now
        #expect(!recipient.mayLeave(after: Self.now))
    }

    @Test(
        "An item may leave as long as its digest waits",
        arguments: [
            (PushRecord.representative(2, .held), true), (.representative(2, .sending, [.pending]), true),
            (.representative(2, .sending, [.accepted]), false),
        ]
    )
    func item(_ representative: PushRecord, mayLeave: Bool) {
        let push = RecipientPush(user: "a", own: .digested(in: 2), representatives: [representative])
        let recipient = WithdrawalRecipient(push: push, expiresAt: Self.now, awaitsReceipt: false)
        #expect(recipient.mayLeave(after: Self.now) == mayLeave)
    }

    @Test(
        "What is open in a channel may still leave, whatever became of the push",
        arguments: [
            (DeliveryFacts.pending, true), (.retrying, true), (.sending, true), (.accepted, false), (.failed, false),
        ]
    )
    func channel(_ channel: DeliveryFacts, mayLeave: Bool) {
        let representative = PushRecord.representative(2, .sending, [.accepted])
        for own in [PushRecord(id: Self.id, state: .suppressed, reason: .muted), .sent([.accepted]), .digested(in: 2)] {
            let push = RecipientPush(user: "a", own: own, representatives: [representative], channels: [channel])
            var recipient = WithdrawalRecipient(
                push: push,
                expiresAt: Self.now + .seconds(1),
                awaitsReceipt: false
            )
            #expect(recipient.mayLeave(after: Self.now) == mayLeave)
            recipient.expiresAt = Self.now
            #expect(!recipient.mayLeave(after: Self.now))
        }
    }

    @Test(
        "A time fires again only when no recipient got a push",
        arguments: [(0, FiringMachine.Event.withdrawn(.moved)), (1, .kept(.moved))]
    )
    func ending(tooLate: Int, event: FiringMachine.Event) {
        let report = CancelReport(cancelled: 3, tooLate: tooLate, phase: .after)
        #expect(Self.facts(isFannedOut: true, isCancelled: true).ending(after: report) == event)
    }

    @Test(
        "The recipients are looked at only when all are decided about, and before anything is cancelled",
        arguments: [(true, false, true), (true, true, false), (false, false, false), (false, true, false)]
    )
    func looksFirst(isFannedOut: Bool, isCancelled: Bool, looksFirst: Bool) {
        #expect(Self.facts(isFannedOut: isFannedOut, isCancelled: isCancelled).looksFirst == looksFirst)
    }

    private static func facts(isFannedOut: Bool, isCancelled: Bool) -> WithdrawalFacts {
        WithdrawalFacts(
            app: "a",
            trigger: TriggerID(UUIDv7(milliseconds: 1, random: (0, 0))),
            isFannedOut: isFannedOut,
            isCancelled: isCancelled,
            cursor: "",
            at: now,
            reason: .moved
        )
    }
}
