import PealCore
import Testing

@Suite("What a decided page means for its trigger")
struct FanOutPlanTests {
    private static let due = Timestamp(seconds: 100)
    private static let later = Timestamp(seconds: 200)
    private static let latest = Timestamp(seconds: 300)

    private static func page(
        isLocal: Bool = false,
        openUntil: Timestamp? = nil,
        isPlaced: Bool = false,
        isLast: Bool,
        decided: [UserID] = ["b"],
        waiting: [UserID: Timestamp] = [:],
        gone: [UserID] = [],
        reminded: [UserID] = [],
        others: FanOutOthers = FanOutOthers()
    ) -> FanOutPage {
        var trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 0))),
            app: "reports",
            type: "assigned",
            audience: .all,
            data: [:],
            dueAt: due,
            acceptedAt: due,
            catalogVersion: 1
        )
        trigger.openUntil = openUntil
        if isLocal { trigger.sendAtLocal = LocalDateTime(secondsSince1970: 0) }
        return FanOutPage(
            trigger: PendingTrigger(trigger: trigger, sealedData: [], parent: nil, cursor: "a", isPlaced: isPlaced),
            notifications: decided.map(notification),
            cursor: decided.last,
            isLast: isLast,
            waiting: waiting,
            gone: gone,
            reminded: reminded,
            others: others
        )
    }

    private static func notification(for user: UserID) -> NewNotification {
        NewNotification(
            id: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
            userID: user,
            decision: Decision(
                inApp: .show,
                push: .suppress(.noDevice),
                priority: .normal,
                isAlert: false,
                trace: Trace()
            ),
            category: "status",
            content: StoredContent(link: "/", locale: "en"),
            createdAt: due,
            expiresAt: latest,
            policyVersion: 1,
            alertsOnFailure: false
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var page: FanOutPage
        var phase: TriggerState.Phase
        var cursor: UserID?
        var dueAt = due
        var pass: LocalPass?
        var nextWait: Timestamp?
        var releasesClaim = false

        init(
            _ description: String,
            _ page: FanOutPage,
            _ phase: TriggerState.Phase,
            cursor: UserID? = nil,
            dueAt: Timestamp = due,
            pass: LocalPass? = nil,
            nextWait: Timestamp? = nil,
            releasesClaim: Bool = false
        ) {
            testDescription = description
            self.page = page
            self.phase = phase
            self.cursor = cursor
            self.dueAt = dueAt
            self.pass = pass
            self.nextWait = nextWait
            self.releasesClaim = releasesClaim
        }
    }

    static let cases: [Case] = [
        Case(
            "one that stays open waits for users who join",
            page(openUntil: latest, isLast: true),
            .running,
            dueAt: latest,
            pass: .placed
        ),
        Case(
            "whoever joined during the first pass is next",
            page(openUntil: latest, isLast: true, others: FanOutOthers(nextWait: later)),
            .running,
            dueAt: later,
            pass: .placed,
            nextWait: later
        ),
        Case(
            "an open one that reached nobody keeps its claim",
            page(openUntil: latest, isLast: true, decided: []),
            .running,
            dueAt: latest,
            pass: .placed
        ),
        Case(
            "an open one waits on after users who joined",
            page(openUntil: latest, isPlaced: true, isLast: true),
            .running,
            dueAt: latest,
            pass: .placed
        ),
        Case(
            "it is closed at its instant",
            page(openUntil: due, isPlaced: true, isLast: true, decided: [], others: FanOutOthers(hasDecisions: true)),
            .finished,
            pass: LocalPass.none
        ),
        Case(
            "closed, it releases its claim when nobody came",
            page(openUntil: due, isPlaced: true, isLast: true, decided: [], reminded: ["c"]),
            .finished,
            pass: LocalPass.none,
            releasesClaim: true
        ),
        Case(
            "it is not closed before whoever joined is decided about",
            page(openUntil: due, isPlaced: true, isLast: true, others: FanOutOthers(nextWait: later)),
            .running,
            dueAt: later,
            pass: .placed,
            nextWait: later
        ),
        Case("a page goes on after its last user", page(isLast: false), .running, cursor: "b"),
        Case("an empty page stays where it is", page(isLast: false, decided: []), .running, cursor: "a"),
        Case("the last page ends it, and forgets the user", page(isLast: true), .finished),
        Case(
            "one that reached nobody releases its claim",
            page(isLast: true, decided: []),
            .finished,
            releasesClaim: true
        ),
        Case(
            "one that reached a recipient before keeps it",
            page(isLast: true, decided: [], others: FanOutOthers(hasDecisions: true)),
            .finished
        ),
        Case(
            "whoever waits is placed",
            page(isLocal: true, isLast: false, waiting: ["c": later]),
            .running,
            cursor: "b",
            pass: .placing
        ),
        Case(
            "after the last page the next pass begins with the first who waits",
            page(isLocal: true, isLast: true, waiting: ["c": latest, "d": later]),
            .running,
            dueAt: later,
            pass: .placed,
            nextWait: later
        ),
        Case(
            "others who wait count as well",
            page(
                isLocal: true,
                isPlaced: true,
                isLast: true,
                waiting: ["c": latest],
                others: FanOutOthers(nextWait: later)
            ),
            .running,
            dueAt: later,
            pass: .placed,
            nextWait: later
        ),
        Case(
            "a pass after which nobody waits is the last",
            page(isLocal: true, isPlaced: true, isLast: true),
            .finished,
            pass: LocalPass.none
        ),
        Case(
            "an empty pass of one that reached nobody releases its claim",
            page(isLocal: true, isPlaced: true, isLast: true, decided: [], gone: ["b"]),
            .finished,
            pass: LocalPass.none,
            releasesClaim: true
        ),
        Case(
            "what does not wait for local times has no pass",
            page(isLast: true, others: FanOutOthers(nextWait: later)),
            .finished
        ),
    ]

    @Test("A page moves its trigger on, to the next pass or to its end", arguments: cases)
    func moves(_ example: Case) {
        let plan = FanOutPlan(example.page)
        #expect(plan.move.from == example.page.trigger.position)
        #expect(plan.move.to == FanOutPosition(cursor: example.cursor, dueAt: example.dueAt))
        #expect(plan.move.phase == example.phase && plan.isLast == (example.phase == .finished))
        #expect(plan.move.pass == example.pass)
        let trigger = example.page.trigger.trigger
        let hasPasses = trigger.sendAtLocal != nil || trigger.openUntil != nil
        #expect(plan.endsPass == (hasPasses && example.page.isLast))
        #expect(plan.nextWait == example.nextWait)
        #expect(plan.releasesClaim == example.releasesClaim)
    }

    @Test(
        "Who was decided about or has gone waits no longer, unless they wait for another time; only once all are placed"
    )
    func arrived() {
        let placed = Self.page(
            isLocal: true,
            isPlaced: true,
            isLast: false,
            decided: ["a", "b"],
            waiting: ["b": Self.later],
            gone: ["c"]
        )
        #expect(FanOutPlan(placed).arrived == ["c", "a"])
        var first = placed
        first.trigger.isPlaced = false
        #expect(FanOutPlan(first).arrived.isEmpty)
    }

    @Test("The guard of a page is the first of its changes; what ends its trigger is the last")
    func order() {
        let page = Self.page(isLast: true, decided: [], others: FanOutOthers())
        let id = page.trigger.trigger.id
        let ended = FanOutPlan(page)
        #expect(
            ended.group.changes == [
                .moveFanOut(id, ended.move), .releaseQuota(id), .releaseClaim(id, remembering: false),
            ]
        )
        let placed = Self.page(isLocal: true, isPlaced: true, isLast: true, waiting: ["c": Self.later], gone: ["d"])
        let plan = FanOutPlan(placed)
        #expect(
            plan.group.changes == [
                .moveFanOut(id, plan.move), .expectRecipients(id, known: ["c"], unknown: []),
                .addDecisions(placed.notifications, of: id), .endWaits(id, ["d", "b"]),
                .keepWaits(id, ["c": Self.later]), .expectWait(id, earliest: Self.later),
            ]
        )
    }

    @Test("One that cannot be read is due later, and stays where it is")
    func postponed() {
        let position = FanOutPosition(cursor: "a", dueAt: Self.due)
        let move = FanOutMove.postponing(position, until: Self.later)
        #expect(move.from == position && move.to == FanOutPosition(cursor: "a", dueAt: Self.later))
        #expect(move.phase == nil && move.pass == nil)
    }
}
