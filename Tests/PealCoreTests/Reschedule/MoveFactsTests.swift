import PealCore
import Testing

@Suite("Which triggers can be moved or resumed")
struct MoveFactsTests {
    private static let now = Timestamp(seconds: 100)
    private static let other = TriggerID(UUIDv7(milliseconds: 9, random: (0, 0)))

    private static func facts(
        _ state: TriggerState,
        isLocal: Bool = false,
        hasData: Bool = true,
        claim: MoveFacts.Claim? = nil
    ) -> MoveFacts {
        var trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 0))),
            app: "shop",
            type: "sale",
            audience: .all,
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        if isLocal { trigger.sendAtLocal = LocalDateTime(secondsSince1970: 0) }
        return MoveFacts(trigger: trigger, state: state, hasData: hasData, claim: claim)
    }

    @Test(
        "Only a trigger that waits for one instant gets another time",
        arguments: [
            (facts(.waiting), nil), (facts(.running), .fannedOut(.during)), (facts(.finished), .fannedOut(.after)),
            (facts(.cancelled(.waiting)), .isCancelled), (facts(.cancelled(.finished)), .isCancelled),
            (facts(.waiting, isLocal: true), .localTime),
        ] as [(MoveFacts, MoveRefusal?)]
    )
    func reschedule(_ facts: MoveFacts, obstacle: MoveRefusal?) {
        #expect(facts.obstacleToReschedule == obstacle)
    }

    @Test(
        "Only a trigger that was cancelled before its fan-out waits again",
        arguments: [
            (facts(.cancelled(.waiting)), nil), (facts(.withdrawn(.waiting)), nil),
            (facts(.waiting), .isNotCancelled), (facts(.finished), .isNotCancelled),
            (facts(.cancelled(.running)), .fannedOut(.during)), (facts(.cancelled(.finished)), .fannedOut(.after)),
            (facts(.cancelled(.waiting), hasData: false), .isForgotten),
            (facts(.cancelled(.waiting), isLocal: true), nil),
            (
                facts(.cancelled(.waiting), claim: MoveFacts.Claim(key: "k", heldUntil: nil, holder: other)),
                .claimed(by: other)
            ),
        ] as [(MoveFacts, MoveRefusal?)]
    )
    func resume(_ facts: MoveFacts, obstacle: MoveRefusal?) {
        #expect(facts.obstacleToResume(at: nil) == obstacle)
    }

    @Test("A local time cannot be replaced by one instant")
    func localTime() {
        let facts = Self.facts(.cancelled(.waiting), isLocal: true)
        #expect(facts.obstacleToResume(at: Self.now) == .localTime)
    }

    @Test("A claim is taken again as far as it would still hold", arguments: [(-1, false), (0, false), (1, true)])
    func claim(seconds: Int, isRetaken: Bool) {
        let claim = MoveFacts.Claim(key: "k", heldUntil: Self.now + .seconds(seconds), holder: nil)
        let facts = Self.facts(.cancelled(.waiting), claim: claim)
        let retaken = TriggerSubmission.Claim(key: "k", expiresAt: Self.now + .seconds(seconds))
        #expect(facts.claimToRetake(now: Self.now) == (isRetaken ? retaken : nil))
        #expect(Self.facts(.cancelled(.waiting)).claimToRetake(now: Self.now) == nil)
    }

    @Test("The planned trigger does not count against itself, and only windows that overlap count")
    func others() {
        let day = Duration.seconds(86_400)
        let start = Timestamp(seconds: 1_800_000_000)
        let window = CalendarWindow(containing: start, unit: .day, in: .utc)
        let limit = SenderLimit(
            id: "l",
            types: ["sale"],
            scope: .org,
            max: 2,
            per: .day,
            zone: .app,
            onExceed: .reject
        )
        let uses = [
            QuotaUse(window: window.start..<window.end, used: 3, isOwn: true),
            QuotaUse(window: (window.start - .seconds(3_600))..<(window.end - .seconds(3_600)), used: 4, isOwn: false),
            QuotaUse(window: window.end..<(window.end + day), used: 5, isOwn: false),
            QuotaUse(window: (window.start - day)..<window.start, used: 6, isOwn: false),
        ]
        #expect(uses.others(in: window, of: limit) == 6)
    }
}
