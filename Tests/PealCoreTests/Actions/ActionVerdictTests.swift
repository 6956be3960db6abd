import PealCore
import Testing

@Suite("What becomes of an action (R158, R198)")
struct ActionVerdictTests {
    private static func instant(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + seconds) }

    private static func taken(_ action: String, sent: Int64? = nil, at: Int64) -> TakenAction {
        TakenAction(action, sent: sent.map(instant), at: instant(at))
    }

    private static func record(_ actions: [TakenAction]) -> ActionRecord? {
        actions.reduce(nil) { ActionRecord($0, adding: $1) }
    }

    @Test("The first action is stored; the same one has the first result, with and without timestamps")
    func repetitions() {
        let first = Self.taken("a", sent: 1, at: 1)
        #expect(ActionVerdict(first, record: nil) == .accepted(ActionRecord(latest: first, taken: [first])))
        let record = Self.record([first])
        #expect(ActionVerdict(Self.taken("a", sent: 1, at: 9), record: record) == .repeated(first))
        #expect(ActionVerdict(Self.taken("a", at: 9), record: record) == .repeated(first))
        let again = Self.taken("a", sent: 2, at: 9)
        #expect(ActionVerdict(again, record: record) == .accepted(ActionRecord(latest: again, taken: [first, again])))
        #expect(ActionVerdict(Self.taken("a", at: 10), record: Self.record([first, again])) == .repeated(first))
    }

    @Test("Another action counts; one that was said earlier on a phone that was offline does not")
    func latest() throws {
        let record = try #require(
            Self.record([Self.taken("a", at: 1), Self.taken("b", at: 5), Self.taken("c", at: 3)])
        )
        #expect(record.latest.action == "b")
        #expect(record.taken.map(\.action) == ["a", "b", "c"])
        #expect(ActionVerdict(Self.taken("b", sent: 5, at: 5), record: record) != .repeated(record.latest))
    }

    @Test("Twenty can be taken, and each of them be repeated", arguments: [1, 19, 20])
    func most(count: Int) {
        let actions = (0..<count).map { Self.taken("a", sent: Int64($0), at: Int64($0)) }
        let record = Self.record(actions)
        let verdict = ActionVerdict(Self.taken("a", sent: 99, at: 99), record: record)
        #expect((verdict == .tooMany) == (count == 20))
        for action in actions {
            #expect(ActionVerdict(Self.taken("a", sent: nil, at: 99), record: record) == .repeated(actions[0]))
            #expect(ActionVerdict(action, record: record) == .repeated(action))
        }
    }

    @Test("The last 20 are kept")
    func bounded() throws {
        let record = try #require(Self.record((0..<50).map { Self.taken("a\($0)", at: Int64($0)) }))
        #expect(record.taken.map(\.action) == (30..<50).map { "a\($0)" })
        #expect(record.latest.action == "a49")
    }

    @Test(
        "What a payload states about an arrival",
        arguments: [
            (["status": .string("on-time")], EtaStatus.onTime, nil),
            (["status": .string("cant-make-it"), "minutesLate": .integer(3)], .cantMakeIt, nil),
            (["status": .string("running-late"), "minutesLate": .integer(10)], .runningLate, 10),
            (["status": .string("running-late")], nil, nil), (["status": .string("accepted")], nil, nil),
            (["status": .string("running-late"), "minutesLate": .integer(0)], nil, nil),
            (["status": .string("running-late"), "minutesLate": .integer(1_441)], nil, nil),
            (["status": .string("running-late"), "minutesLate": .string("10")], nil, nil), ([:], nil, nil),
        ] as [([String: JSONValue], EtaStatus?, Int?)]
    )
    func choices(payload: [String: JSONValue], status: EtaStatus?, minutes: Int?) {
        let choice = EtaChoice(payload)
        #expect(choice?.status == status && choice?.minutesLate == minutes)
    }

    /// The retention of the inbox, whether arrivals are asked for, the times of the event if there is one, and the end.
    private static let tokenEnds: [(Int64, Bool, [String: Timestamp]?, Int64)] = [
        (9_000_000_000, true, ["startsAt": instant(3_600)], 3_600 + 1_800),
        (9_000_000_000, true, [:], 7_200 + 1_800),
        (9_000_000_000, true, nil, 7_200 + 1_800),
        (3_600, false, ["startsAt": instant(3_600)], 3_600),
        (30 * 86_400, false, nil, 7 * 86_400),
    ]

    @Test(
        "A token ends when arrivals are cleared, or else with the inbox row, after seven days at most",
        arguments: tokenEnds
    )
    func ends(retention: Int64, isAsked: Bool, times: [String: Timestamp]?, end: Int64) {
        let now = Self.instant(0)
        let event = times.map { Entity(ref: EntityRef(type: "event", id: "e"), times: $0, updatedAt: now) }
        let found = ActionLife.end(
            createdAt: now,
            retention: .seconds(retention),
            rules: isAsked ? EtaRules(time: "startsAt") : nil,
            event: event
        )
        #expect(found == Self.instant(end))
    }

    @Test(
        "What still accepts actions",
        arguments: [
            (nil, nil, true), (Reason.featureOff, nil, true), (.muted, .archived, true), (.cancelled, nil, false),
            (nil, .deleted, false), (nil, .expired, false), (nil, .archived, true),
        ] as [(Reason?, InboxState.Removal.Kind?, Bool)]
    )
    func accepts(hiddenBy: Reason?, removal: InboxState.Removal.Kind?, isAccepted: Bool) {
        let facts = ActionFacts(user: "ann", createdAt: Self.instant(0), hiddenBy: hiddenBy, removal: removal)
        #expect(facts.acceptsActions == isAccepted)
    }
}
