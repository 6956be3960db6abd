import PealCore
import Testing

@Suite("The life of a firing")
struct FiringMachineTests {
    typealias Row = LifecycleRow<FiringState, FiringMachine.Event>

    static let table: [Row] = [
        Row(.planned, [.waiting: .waiting, .failed: .waiting, .cancelled: .waiting]),
        Row(.askedAgain, [.fired: .waiting]),
        Row(.fired(isDuplicate: false), [.waiting: .fired]),
        Row(.fired(isDuplicate: true), [.waiting: .fired]),
        Row(.skipped(.tooLate), [.waiting: .skipped]),
        Row(.skipped(.limitReached), [.waiting: .skipped]),
        Row(.failed(.invalid("invalid: /data/title")), [.waiting: .failed]),
        Row(.cancelled(.entityDeleted), [.waiting: .cancelled]),
        Row(.withdrawn(.moved), [.fired: .cancelled]),
        Row(.kept(.moved), [.fired: .fired]),
        Row(.resumed, [.waiting: .fired, .skipped: .fired, .failed: .fired, .cancelled: .fired]),
    ]

    @Test("Each event leads where the table says, and is illegal elsewhere", arguments: table, FiringState.allCases)
    func transition(_ row: Row, _ state: FiringState) {
        #expect(FiringMachine.next(state, on: row.event) == row.transitions[state])
    }

    @Test("An end without a trigger has a reason", arguments: table)
    func reason(_ row: Row) {
        let ends = row.transitions.values.contains { $0 != .waiting && $0 != .fired }
        #expect(!ends || row.event.reason != nil)
    }

    @Test(
        "A reason is stored and shown as its code",
        arguments: [
            (FiringReason.noTime, "no-time"), (.status, "status"), (.ended, "ended"), (.moved, "moved"),
            (.entityDeleted, "entity-deleted"), (.noSchedule, "no-schedule"), (.tooLate, "too-late"),
            (.limitReached, "limit-reached"), (.duplicate, "duplicate"), (.alreadySent, "told"),
            (.invalid("invalid: /data/title"), "invalid: /data/title"),
        ]
    )
    func code(_ reason: FiringReason, _ code: String) {
        #expect(reason.rawValue == code)
        #expect(FiringReason(rawValue: code) == reason)
    }

    @Test("An entity that asks for no firing says why", arguments: [ScheduleRule.Absence.noTime, .status, .ended])
    func absence(_ absence: ScheduleRule.Absence) {
        #expect(FiringReason(absence).rawValue == absence.rawValue)
    }
}
