import PealCore
import Testing

@Suite("The states of a delivery")
struct DeliveryTransitionTests {
    typealias Row = LifecycleRow<DeliveryState, DeliveryMachine.Event>
    typealias Next = DeliveryMachine.Next

    static let retry = Next.retry(at: Timestamp(seconds: 2_000), counted: true)

    static let table: [Row] =
        [
            Row(.claimed, [.pending: .sending]),
            Row(.outlived, [.pending: .expired]),
            Row(.cancelled(.noDevice), [.pending: .cancelled]),
            Row(.interrupted, [.sending: .sending]),
            Row(.redriven, [.failed: .pending]),
            Row(.leftSummary, [.cancelled: .pending]),
            Row(.extended, [.failed: .pending, .expired: .pending, .cancelled: .pending]),
            Row(.reevaluated(.go), [.sending: .pending]),
            Row(.reevaluated(.wait(until: Timestamp(seconds: 2_000))), [.sending: .pending]),
            Row(.reevaluated(.end(.muted)), [.sending: .cancelled]),
            Row(.answered(retry), [.sending: .pending]),
            Row(.contradicted(retry), [.accepted: .pending]),
            Row(.contradicted(.end(.accepted, nil)), [:]),
            Row(.answered(.end(.accepted, nil)), [.sending: .accepted]),
        ] + ends
        + [DeliveryState.pending, .sending].flatMap { open in
            // What is open has not ended.
            [Row(.answered(.end(open, nil)), [:]), Row(.contradicted(.end(open, nil)), [:])]
        }

    private static let ends: [Row] = [DeliveryState.failed, .unknown, .expired, .cancelled].flatMap { end in
        [
            Row(.answered(.end(end, nil)), [.sending: end]),
            Row(.contradicted(.end(end, nil)), [.accepted: end]),
        ]
    }

    @Test("Each event leads where the table says, and is illegal elsewhere", arguments: table, DeliveryState.allCases)
    func transition(_ row: Row, _ state: DeliveryState) {
        #expect(DeliveryMachine.next(state, on: row.event) == row.transitions[state])
    }

    @Test(
        "A retry of what is not worth sending any more becomes an end; an end stays",
        arguments: [
            (retry, nil, retry), (retry, .cancelled, .end(.cancelled, .cancelled)),
            (retry, .resolvedElsewhere, .end(.cancelled, .resolvedElsewhere)),
            (retry, .expired, .end(.expired, .expired)), (.end(.accepted, nil), .cancelled, .end(.accepted, nil)),
            (.end(.failed, .providerRejected), .expired, .end(.failed, .providerRejected)),
        ] as [(Next, Reason?, Next)]
    )
    func unless(_ next: Next, _ obstacle: Reason?, _ expected: Next) {
        #expect(next.unless(obstacle) == expected)
    }
}
