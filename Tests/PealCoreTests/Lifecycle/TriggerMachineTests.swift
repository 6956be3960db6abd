import PealCore
import Testing

@Suite("The life of a trigger")
struct TriggerMachineTests {
    typealias Row = LifecycleRow<TriggerState, TriggerMachine.Event>

    static let (soon, later) = (Timestamp(seconds: 60), Timestamp(seconds: 3600))
    static let open = TriggerState.open(until: soon)

    static let states: [TriggerState] =
        TriggerState.Phase.allCases.flatMap { [TriggerState($0), .cancelled($0), .withdrawn($0)] } + [open]

    static let table: [Row] = [
        Row(.pageDecided, [.waiting: .running, .running: .running, open: open]),
        Row(.passDecided, [.waiting: .running, .running: .running, open: open]),
        Row(.lastPageDecided, [.waiting: .finished, .running: .finished, open: .finished]),
        Row(
            .opened(until: later),
            [.waiting: .open(until: later), .running: .open(until: later), open: .open(until: later)]
        ),
        Row(.closed, [open: .finished]),
        Row(.rescheduled, [.waiting: .waiting]),
        Row(
            .cancelled,
            [
                .waiting: .cancelled(.waiting), .running: .cancelled(.running), open: .cancelled(.running),
                .finished: .cancelled(.finished),
            ]
        ),
        Row(
            .withdrawn,
            [
                .waiting: .withdrawn(.waiting), .running: .withdrawn(.running), open: .withdrawn(.running),
                .finished: .withdrawn(.finished),
            ]
        ),
        Row(.resumed, [.cancelled(.waiting): .waiting, .withdrawn(.waiting): .waiting]),
    ]

    @Test("Each event leads where the table says, and is illegal elsewhere", arguments: table, states)
    func transition(_ row: Row, _ state: TriggerState) {
        #expect(TriggerMachine.next(state, on: row.event) == row.transitions[state])
    }

    @Test("The table has every event once, and the states are all there are")
    func isWhole() {
        #expect(Set(Self.table.map(\.event)).count == 9 && Self.table.count == 9)
        #expect(Set(Self.states).count == 10)
        #expect(Self.states.allSatisfy { TriggerState.Phase.allCases.contains($0.phase) })
    }

    @Test(
        "The status is what the backend can wait for",
        arguments: [
            (TriggerState.waiting, true, 0, TriggerStatus.scheduled), (.waiting, false, 0, .running),
            (.running, true, 0, .running), (.running, false, 0, .running), (open, true, 0, .running),
            (.finished, true, 1, .running),
            (.finished, true, 0, .done), (.cancelled(.waiting), true, 0, .cancelled),
            (.cancelled(.finished), false, 3, .cancelled), (.withdrawn(.running), true, 1, .cancelled),
        ]
    )
    func status(_ state: TriggerState, isDelayed: Bool, open: Int, expected: TriggerStatus) {
        #expect(TriggerMachine.status(state, isDelayed: isDelayed, open: open) == expected)
    }
}
