import PealCore
import Testing

@Suite("What becomes of submissions")
struct AcceptFactsTests {
    typealias Submission = TriggerSubmission

    static let (one, two, holder) = (Submission.id(1), Submission.id(2), Submission.id(9))
    static let noon = Submission.noon
    static let claim = Submission.Claim(key: "k", expiresAt: nil)
    static let windows = QuotaWindows(limit: "l", key: "")

    /// Facts of an app in which the claim `k` is held or free, and so many triggers count today.
    static func facts(holder: ClaimHolder? = nil, used: Int = 0) -> AcceptFacts {
        var facts = AcceptFacts()
        facts.claims = ["k": holder]
        let day = CalendarWindow(containing: noon, unit: .day, in: .utc)
        let use = QuotaUse(window: day.start..<day.end, used: used, isOwn: false)
        facts.quota.uses = [windows: QuotaFacts.Uses(after: Timestamp(seconds: -1_000_000), windows: [use])]
        return facts
    }

    static func outcomes(_ submissions: [Submission], _ facts: AcceptFacts) -> [TriggerAcceptance]? {
        if case .planned(let plans) = facts.plan(submissions) { plans.outcomes } else { nil }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var facts = AcceptFactsTests.facts()
        var submissions: [Submission]
        var outcomes: [TriggerAcceptance]
    }

    static let midnight = Timestamp(seconds: 24 * 3600)
    static let refused = LimitRefusal(
        trigger: two,
        limit: ReachedLimit(Submission.limit(.reject), resetsAt: midnight, zone: .utc)
    )
    static let cases: [Case] = [
        Case(testDescription: "plain", submissions: [.fixture(1)], outcomes: [.accepted(one)]),
        Case(
            testDescription: "a free claim is taken, and the next finds it held",
            submissions: [.fixture(1, claim: claim), .fixture(2, claim: claim)],
            outcomes: [.accepted(one), .duplicate(of: one)]
        ),
        Case(
            testDescription: "a held claim makes a duplicate",
            facts: facts(holder: ClaimHolder(trigger: holder, expiresAt: noon + .milliseconds(1))),
            submissions: [.fixture(1, claim: claim)],
            outcomes: [.duplicate(of: holder)]
        ),
        Case(
            testDescription: "a held claim makes a duplicate, also where the limit is full",
            facts: facts(holder: ClaimHolder(trigger: holder, expiresAt: nil), used: 1),
            submissions: [.fixture(1, claim: claim, limits: [Submission.limit(.reject)])],
            outcomes: [.duplicate(of: holder)]
        ),
        Case(
            testDescription: "an expired claim is free",
            facts: facts(holder: ClaimHolder(trigger: holder, expiresAt: noon)),
            submissions: [.fixture(1, claim: claim)],
            outcomes: [.accepted(one)]
        ),
        Case(
            testDescription: "a limit counts those before, and a refused one takes no claim",
            submissions: [
                .fixture(1, limits: [Submission.limit(.reject)]),
                .fixture(2, claim: claim, limits: [Submission.limit(.reject)]), .fixture(3, claim: claim),
            ],
            outcomes: [.accepted(one), .refused(refused), .accepted(Submission.id(3))]
        ),
        Case(
            testDescription: "a duplicate takes no quota",
            facts: facts(holder: ClaimHolder(trigger: holder, expiresAt: nil)),
            submissions: [
                .fixture(1, claim: claim, limits: [Submission.limit(.reject)]),
                .fixture(2, limits: [Submission.limit(.reject)]),
            ],
            outcomes: [.duplicate(of: holder), .accepted(two)]
        ),
        Case(
            testDescription: "a full window queues to the next, which the next finds full",
            facts: facts(used: 1),
            submissions: [
                .fixture(1, limits: [Submission.limit(.queue)]), .fixture(2, limits: [Submission.limit(.queue)]),
            ],
            outcomes: [.queued(one, until: midnight), .queued(two, until: midnight + .seconds(86_400))]
        ),
        Case(
            testDescription: "a limit that digests accepts",
            facts: facts(used: 1),
            submissions: [.fixture(1, limits: [Submission.limit(.digest)])],
            outcomes: [.accepted(one)]
        ),
    ]

    @Test("Each comes to what the claims, the limits and those before it say", arguments: cases)
    func outcome(_ example: Case) {
        #expect(Self.outcomes(example.submissions, example.facts) == example.outcomes)
    }

    @Test("Nothing has to be read for a plain trigger, nor for a claim that is presumed free")
    func needsNothing() {
        #expect(Self.outcomes([.fixture(1)], AcceptFacts()) == [.accepted(Self.one)])
        let presuming = AcceptFacts(presumesFreeClaims: true)
        #expect(Self.outcomes([.fixture(1, claim: Self.claim)], presuming) == [.accepted(Self.one)])
    }

    @Test("A claim is presumed free only without limits: a refusal writes nothing that finds the holder")
    func presumesWithoutLimits() {
        var needs = AcceptNeeds()
        needs.claims = ["k"]
        needs.quota.windows = [Self.windows: Self.noon - CalendarUnit.day.longest * 2]
        let presuming = AcceptFacts(presumesFreeClaims: true)
        let submission = Submission.fixture(1, claim: Self.claim, limits: [Submission.limit(.reject)])
        guard case .unknown(let first) = presuming.plan([submission]) else {
            Issue.record("nothing is read")
            return
        }
        #expect(first == needs)
    }

    @Test("What has to be read is named for all submissions together: claims and entities, then windows")
    func needs() {
        let team = EntityRef(type: "team", id: "t")
        let org = EntityRef(type: "org", id: "o")
        let submissions: [Submission] = [
            .fixture(1, claim: Self.claim), .fixture(2, limits: [Submission.limit(.reject)], entity: team),
        ]
        var first = AcceptNeeds()
        first.claims = ["k"]
        first.quota.entities = [team]
        #expect(AcceptFacts().plan(submissions) == .unknown(first))
        var facts = AcceptFacts()
        facts.claims = ["k": nil]
        facts.quota.entities = [team: Organisation.Facts(parent: org, timeZone: nil), org: nil]
        var second = AcceptNeeds()
        let reach = CalendarUnit.day.longest * 2
        second.quota.windows = [QuotaWindows(limit: "l", key: "org/o"): Self.noon - reach]
        #expect(facts.plan(submissions) == .unknown(second))
        facts.quota.uses = [
            QuotaWindows(limit: "l", key: "org/o"): QuotaFacts.Uses(after: Self.noon - reach, windows: [])
        ]
        guard case .planned(let plans) = facts.plan(submissions) else {
            Issue.record("something is missing")
            return
        }
        #expect(plans.consulted == [team: Organisation.Facts(parent: org, timeZone: nil), org: nil])
        #expect(plans.plans.map(\.reservations.count) == [0, 1])
    }

    @Test("An entity counts as the patches before make it, and stays as it was when its trigger is not accepted")
    func patches() {
        let (team, org) = (EntityRef(type: "team", id: "t"), EntityRef(type: "org", id: "o"))
        var facts = Self.facts(holder: ClaimHolder(trigger: Self.holder, expiresAt: nil))
        facts.quota.entities = [team: nil, org: nil]
        let moving = [EntityPatch(ref: team, parent: org)]
        func windows(_ submissions: [Submission]) -> Set<QuotaWindows>? {
            if case .unknown(let needs) = facts.plan(submissions) { Set(needs.quota.windows.keys) } else { nil }
        }
        let limited = Submission.fixture(2, limits: [Submission.limit(.reject)], entity: team)
        #expect(windows([limited]) == [QuotaWindows(limit: "l", key: "team/t")])
        #expect(windows([.fixture(1, entities: moving), limited]) == [QuotaWindows(limit: "l", key: "org/o")])
        let duplicate = Submission.fixture(1, claim: Self.claim, entities: moving)
        #expect(windows([duplicate, limited]) == [QuotaWindows(limit: "l", key: "team/t")])
    }

    @Test("An entity is planned once, as the accepted triggers of a request leave it; without rules nothing is read")
    func schedules() {
        let event = EntityRef(type: "event", id: "e")
        let times = [Self.noon + .seconds(7_200), Self.noon + .seconds(9_000)]
        let patches = times.map { EntityPatch(ref: event, times: ["startsAt": $0]) }
        let late = EntityPatch(ref: event, status: "closed", times: ["startsAt": Self.noon + .seconds(99_000)])
        let submissions: [Submission] = [
            .fixture(1, entities: [patches[0], EntityPatch(ref: EntityRef(type: "team", id: "t"))]),
            .fixture(2, entities: [patches[1]]), .fixture(3, claim: Self.claim, entities: [late]),
        ]
        let rule = ScheduleRule(type: "reminder", entity: "event", time: "startsAt", offset: .seconds(-3_600))
        var facts = AcceptFacts(rules: [rule])
        facts.claims = ["k": ClaimHolder(trigger: Self.holder, expiresAt: nil)]
        var needs = AcceptNeeds()
        needs.schedules = [event]
        #expect(facts.plan(submissions) == .unknown(needs))
        facts.schedules[event] = ScheduleFacts(ref: event, entity: nil, firings: [])
        guard case .planned(let plans) = facts.plan(submissions) else {
            Issue.record("something is missing")
            return
        }
        #expect(plans.entities.map(\.facts.ref) == [event])
        #expect(
            plans.entities.first?.changes == [.add("reminder", time: times[1], dueAt: times[1] - .seconds(3_600))]
        )
        facts.rules = []
        facts.schedules = [:]
        guard case .planned(let unruled) = facts.plan(submissions) else {
            Issue.record("something is missing")
            return
        }
        #expect(unruled.entities.isEmpty)
    }

    @Test("Whatever a request brings, a claim has one holder and no window has more than its limit")
    func invariants() async {
        let run = Property { choices in
            choices.array(count: 0...20) { choices in
                let claim = choices.optional { $0.element(of: ["a", "b", "k"]) }
                let excess = choices.optional { $0.element(of: [SenderLimit.Excess.reject, .queue]) }
                return (claim: claim, excess: excess)
            }
        }
        await run.check(relevant: 150) { steps in
            var facts = Self.facts(used: 1)
            facts.claims = ["a": nil, "b": nil, "k": ClaimHolder(trigger: Self.holder, expiresAt: nil)]
            let submissions = steps.enumerated().map { index, step in
                Submission.fixture(
                    UInt64(index + 1),
                    claim: step.claim.map { Submission.Claim(key: $0, expiresAt: nil) },
                    limits: step.excess.map { [Submission.limit($0, max: 3)] } ?? []
                )
            }
            guard case .planned(let plans) = facts.plan(submissions) else { throw Refuted("facts are missing") }
            var holders: [String: Int] = [:]
            var counts: [Timestamp: Int] = [:]
            for (plan, submission) in zip(plans.plans, submissions) where plan.outcome.isAccepted {
                if let claim = submission.claim { holders[claim.key, default: 0] += 1 }
                for reservation in plan.reservations { counts[reservation.window.start, default: 0] += 1 }
            }
            try demand(holders.values.allSatisfy { $0 == 1 } && holders["k"] == nil, "\(holders)")
            let today = CalendarWindow(containing: Self.noon, unit: .day, in: .utc).start
            try demand(counts.allSatisfy { $0.value <= ($0.key == today ? 2 : 3) }, "\(counts)")
            return !holders.isEmpty && !counts.isEmpty
        }
    }
}
