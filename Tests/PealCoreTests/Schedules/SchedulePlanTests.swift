import PealCore
import Testing

@Suite("What an entity asks of its schedules")
struct SchedulePlanTests {
    static let now = Timestamp(seconds: 10_000_000)
    static let ref = EntityRef(type: "event", id: "e")
    static let time = now + .seconds(7_200)
    static let rule = ScheduleRule(
        type: "reminder",
        entity: "event",
        time: "startsAt",
        offset: .seconds(-3_600),
        until: "endsAt",
        exceptStatuses: ["closed"]
    )
    static let trigger = TriggerID(UUIDv7(milliseconds: 1, random: (0, 0)))

    static func entity(
        _ time: Timestamp? = time,
        endsAt: Timestamp? = nil,
        status: String? = nil,
        type: EntityTypeID = "event"
    ) -> Entity {
        var times: [String: Timestamp] = [:]
        times["startsAt"] = time
        times["endsAt"] = endsAt
        return Entity(ref: EntityRef(type: type, id: "e"), status: status, times: times, updatedAt: now)
    }

    static func firing(
        _ state: FiringState,
        at time: Timestamp = time,
        reason: FiringReason? = nil,
        made: FiringRecord.Made? = nil,
        type: TypeID = "reminder"
    ) -> FiringRecord {
        FiringRecord(
            type: type,
            time: time,
            dueAt: time - .seconds(3_600),
            state: state,
            reason: reason,
            trigger: made == nil ? nil : trigger,
            made: made
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var entity = SchedulePlanTests.entity()
        var firings: [FiringRecord] = []
        var changes: [FiringChange]

        init(
            _ name: String,
            of entity: Entity = SchedulePlanTests.entity(),
            _ firings: [FiringRecord],
            _ changes: [FiringChange]
        ) {
            testDescription = name
            self.entity = entity
            self.firings = firings
            self.changes = changes
        }
    }

    static let due = time - .seconds(3_600)
    static let old = now + .seconds(60)
    static let pushed = FiringRecord.Made(state: .finished, expiresAt: now + .seconds(60))

    static let cases: [Case] = [
        Case("its time waits", [], [.add("reminder", time: time, dueAt: due)]),
        Case("a second time changes nothing", [firing(.waiting)], []),
        Case("an entity of another type", of: entity(type: "group"), [], []),
        Case(
            "its time moved",
            [firing(.waiting, at: old)],
            [.delete("reminder", time: old, from: .waiting), .add("reminder", time: time, dueAt: due)]
        ),
        Case(
            "its time moved away from one that had been withdrawn and waited again",
            [firing(.waiting, at: old, made: .init(state: .cancelled(.waiting)))],
            [
                .end("reminder", time: old, from: .waiting, to: .cancelled, .moved, at: now),
                .add("reminder", time: time, dueAt: due),
            ]
        ),
        Case(
            "the rule's offset changed",
            [FiringRecord(type: "reminder", time: time, dueAt: time - .seconds(60), state: .waiting)],
            [.plan("reminder", time: time, from: .waiting, dueAt: due)]
        ),
        Case("one that failed", [firing(.failed)], [.plan("reminder", time: time, from: .failed, dueAt: due)]),
        Case("it came back", [firing(.cancelled)], [.plan("reminder", time: time, from: .cancelled, dueAt: due)]),
        Case("one that was skipped", [firing(.skipped, reason: .tooLate)], []),
        Case("one that has fired", [firing(.fired, made: pushed)], []),
        Case(
            "it came back for users who join, after all pushes had left",
            [firing(.fired, reason: .alreadySent, made: .init(state: .finished, openUntil: now + .seconds(1)))],
            [.plan("reminder", time: time, from: .fired, dueAt: due)]
        ),
        Case(
            "it came back for those whose pushes had not left",
            [firing(.fired, reason: .moved, made: .init(state: .cancelled(.finished), openUntil: now + .seconds(1)))],
            [.plan("reminder", time: time, from: .fired, dueAt: due)]
        ),
        Case(
            "it came back too late for users who join",
            [firing(.fired, reason: .alreadySent, made: .init(state: .finished, openUntil: now))],
            []
        ),
        Case(
            "it came back, and the backend had sent the trigger",
            [firing(.fired, reason: .duplicate, made: .init(state: .finished, openUntil: now + .seconds(1)))],
            []
        ),
        Case(
            "one that has fired at another time",
            [firing(.fired, at: old, made: pushed)],
            [.add("reminder", time: time, dueAt: due), .withdraw(trigger, .moved, at: now)]
        ),
        Case(
            "it carries no time any more",
            of: entity(nil),
            [firing(.waiting), firing(.fired, at: old, made: pushed)],
            [
                .end("reminder", time: time, from: .waiting, to: .cancelled, .noTime, at: now),
                .withdraw(trigger, .noTime, at: now),
            ]
        ),
        Case(
            "its status does not fire",
            of: entity(status: "closed"),
            [firing(.waiting)],
            [.end("reminder", time: time, from: .waiting, to: .cancelled, .status, at: now)]
        ),
        Case(
            "it ended after it had fired",
            of: entity(now - .seconds(60), endsAt: now),
            [firing(.fired, at: now - .seconds(60), made: pushed)],
            [.withdraw(trigger, .ended, at: now)]
        ),
        Case(
            "it was due too long ago",
            of: entity(now - .seconds(40 * 86_400)),
            [firing(.waiting)],
            [.end("reminder", time: time, from: .waiting, to: .cancelled, .tooLate, at: now)]
        ),
        Case("another type's firing", [firing(.waiting), firing(.waiting, at: old, type: "other")], []),
    ]

    @Test("What waits, moves, ends and is withdrawn", arguments: cases)
    func plan(_ entry: Case) {
        let plan = SchedulePlan(of: entry.entity, by: [Self.rule], firings: entry.firings, now: Self.now)
        #expect(plan.changes == entry.changes)
    }

    @Test(
        "What is withdrawn has fired, was not looked at before and may have something left to send",
        arguments: [
            (.init(state: .waiting), nil, true), (.init(state: .running), nil, true),
            (.init(state: .open(until: now)), nil, true),
            (.init(state: .finished), nil, false),
            (.init(state: .finished, expiresAt: now), nil, false),
            (.init(state: .finished, expiresAt: now + .seconds(1)), nil, true),
            (.init(state: .waiting, isWithdrawing: true), nil, false),
            (.init(state: .cancelled(.waiting)), nil, false), (.init(state: .withdrawn(.waiting)), nil, false),
            (.init(state: .waiting), .alreadySent, false), (.init(state: .waiting), .duplicate, false),
        ] as [(FiringRecord.Made, FiringReason?, Bool)]
    )
    func withdraws(_ made: FiringRecord.Made, _ reason: FiringReason?, _ isWithdrawn: Bool) {
        let firings = [Self.firing(.fired, at: Self.old, reason: reason, made: made)]
        let changes = SchedulePlan(deleting: firings, now: Self.now).changes
        #expect(changes == (isWithdrawn ? [.withdraw(Self.trigger, .entityDeleted, at: Self.now)] : []))
    }

    @Test("A deleted entity ends what waits of every type")
    func deleted() {
        let firings = [Self.firing(.waiting), Self.firing(.waiting, type: "other"), Self.firing(.skipped)]
        let changes = SchedulePlan(deleting: firings, now: Self.now).changes
        #expect(
            changes
                == ["reminder", "other"].map {
                    .end($0, time: Self.time, from: .waiting, to: .cancelled, .entityDeleted, at: Self.now)
                }
        )
    }
}
