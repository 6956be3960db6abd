import PealCore
import Testing

@Suite("The life of a push")
struct PushMachineTests {
    typealias Row = LifecycleRow<PushState, PushMachine.Event>

    static let later = Timestamp(seconds: 2_000)

    static let table: [Row] =
        [
            Row(.reevaluated(.send([])), [.held: .sending, .digested: .sending]),
            Row(.reevaluated(.hold(until: later)), [.held: .held, .digested: .held]),
            Row(.reevaluated(.digest(until: later)), [.held: .digested, .digested: .digested]),
            Row(
                .reevaluated(.suppress(.summarised)),
                [.sending: .suppressed, .held: .represented, .digested: .represented]
            ),
            Row(
                .reevaluated(.suppress(.muted)),
                [.sending: .suppressed, .held: .suppressed, .digested: .suppressed]
            ),
            Row(.represented(.digested), [.digested: .represented]),
            Row(.represented(.summarised), [.digested: .represented]),
            Row(.represented(.permissionDenied), [.digested: .suppressed]),
            Row(.resolved(handedOut: false), [.sending: .suppressed, .held: .suppressed, .digested: .suppressed]),
            Row(.resolved(handedOut: true), [.sending: .stopped, .held: .suppressed, .digested: .suppressed]),
            Row(.expired, [.digested: .suppressed]),
        ] + ends + [
            Row(.reopened, [.sending: .digested, .held: .digested, .digested: .digested, .represented: .digested]),
            Row(.summarised, [.sending: .represented]),
            Row(.leftSummary, [.represented: .sending]),
        ]

    /// A cancel, a withdrawal and the end of the entity end the same pushes in the same way.
    private static let ends: [Row] = [
        PushMachine.Event.cancelled, PushMachine.Event.withdrawn, PushMachine.Event.entityDeleted,
    ].flatMap { end in
        let waits: [PushState: PushState] = [
            .stopped: .stopped, .held: .suppressed, .digested: .suppressed, .represented: .suppressed,
        ]
        return [
            Row(end(false), waits.merging([.sending: .suppressed]) { $1 }),
            Row(end(true), waits.merging([.sending: .stopped]) { $1 }),
        ]
    }

    @Test("Each event leads where the table says, and is illegal elsewhere", arguments: table, PushState.allCases)
    func transition(_ row: Row, _ state: PushState) {
        #expect(PushMachine.next(state, on: row.event) == row.transitions[state])
    }

    @Test("What is suppressed stays so, whatever happens", arguments: table)
    func suppressedIsFinal(_ row: Row) {
        #expect(PushMachine.next(.suppressed, on: row.event) == nil)
    }

    @Test(
        "An event leaves its reason",
        arguments: zip(
            table.map(\.event),
            [
                nil, nil, nil, Reason.summarised, .muted, .digested, .summarised, .permissionDenied, .resolvedElsewhere,
                .resolvedElsewhere, .expired, .cancelled, .cancelled, .cancelled, .cancelled, .entityDeleted,
                .entityDeleted, nil,
                .summarised, nil,
            ]
        )
    )
    func reason(_ event: PushMachine.Event, expected: Reason?) {
        #expect(event.reason == expected)
    }
}
