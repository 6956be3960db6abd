import PealCore
import Testing

@Suite("What ends a due firing")
struct DueScheduleTests {
    static let now = Timestamp(seconds: 10_000_000)
    static let (made, earlier) = (TriggerSubmission.id(1), TriggerSubmission.id(2))
    static let refused = TriggerAcceptance.refused(
        LimitRefusal(trigger: made, limit: ReachedLimit(TriggerSubmission.limit(.reject), resetsAt: now, zone: .utc))
    )

    static func due(_ earlier: DueSchedule.Earlier? = nil) -> DueSchedule {
        let event = EntityRef(type: "event", id: "e")
        return DueSchedule(
            app: "shop",
            type: "reminder",
            entity: event,
            time: now,
            dueAt: now,
            state: Entity(ref: event, updatedAt: now),
            earlier: earlier
        )
    }

    static func fire(_ reason: FiringReason?, _ trigger: TriggerID) -> FiringChange {
        .fire("reminder", time: now, from: .waiting, to: .fired, reason, trigger, at: now)
    }

    static func end(_ state: FiringState, _ reason: FiringReason) -> [FiringChange] {
        [.end("reminder", time: now, from: .waiting, to: state, reason, at: now)]
    }

    @Test(
        "Its trigger does, by what that comes to; the rows of an earlier trigger are removed for accepted ones",
        arguments: [
            (due(), .accepted(made), [fire(nil, made)]), (due(), .queued(made, until: now), [fire(nil, made)]),
            (
                due(.init(trigger: earlier, reason: .status)), .accepted(made),
                [.retract(earlier, .status, at: now), fire(nil, made)]
            ),
            (
                due(.init(trigger: earlier, reason: nil)), .accepted(made),
                // All of its pushes had left: what users were sent stays.
                [fire(nil, made)]
            ),
            (due(.init(trigger: earlier, reason: nil)), .duplicate(of: made), [fire(.duplicate, made)]),
            (due(.init(trigger: earlier, reason: nil)), refused, end(.skipped, .limitReached)),
        ] as [(DueSchedule, TriggerAcceptance, [FiringChange])]
    )
    func fires(_ due: DueSchedule, _ acceptance: TriggerAcceptance, _ changes: [FiringChange]) {
        #expect(due.fire(acceptance, at: Self.now) == changes)
    }

    @Test(
        "An event does that is the end of one which waits",
        arguments: [
            (.skipped(.tooLate), end(.skipped, .tooLate)), (.failed(.invalid("r")), end(.failed, .invalid("r"))),
            (.cancelled(.noSchedule), end(.cancelled, .noSchedule)), (.planned, []), (.kept(.moved), []),
            (.fired(isDuplicate: true), []), (.resumed, []),
        ] as [(FiringMachine.Event, [FiringChange])]
    )
    func ends(_ event: FiringMachine.Event, _ changes: [FiringChange]) {
        #expect(Self.due().end(event, at: Self.now) == changes)
    }
}
