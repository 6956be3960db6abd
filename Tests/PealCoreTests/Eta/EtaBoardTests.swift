import PealCore
import Testing

@Suite("The host's board")
struct EtaBoardTests {
    private static func board(
        _ participants: [EtaParticipant],
        at offset: Int = -600,
        startsAt: Timestamp? = EtaScene.start,
        isAsked: Bool = true,
        version: Int = 0
    ) -> EtaBoard {
        let facts = EtaFacts(
            event: EtaScene.event(startsAt),
            isAsked: isAsked,
            version: version,
            participants: participants
        )
        let rules = EtaRules(time: "startsAt", requests: ["ask"])
        return EtaBoard(facts, rules: rules, at: EtaScene.start + .seconds(offset)) { $0.member.userID.rawValue }
    }

    @Test(
        "R204: the words and colours of the specification",
        arguments: [
            (EtaScene.record(.onTime), "On time", "green"),
            (EtaScene.record(.runningLate, 10), "+10 min late", "yellow"),
            (EtaScene.record(.runningLate, 90), "+90 min late", "yellow"),
            (EtaScene.record(.cantMakeIt), "Can't make it", "red"),
            (nil, "No response", "gray"),
        ] as [(EtaRecord?, String, String)]
    )
    func words(record: EtaRecord?, words: String, colour: String) throws {
        let row = try #require(Self.board([EtaScene.participant("a", "confirmed", record)]).rows.first)
        #expect(row.state.words == words && row.state.colour == colour)
    }

    @Test("R206: the summary counts 8 on time, 2 running late, 1 can't make it, in these words")
    func summary() {
        let replies =
            Array(repeating: EtaScene.record(.onTime), count: 8)
            + [EtaScene.record(.runningLate, 5), EtaScene.record(.runningLate, 15), EtaScene.record(.cantMakeIt)]
        var participants = replies.enumerated().map { EtaScene.participant(UserID("u\($0)"), "confirmed", $1) }
        participants.append(EtaScene.participant("x", "checked-in"))
        let summary = Self.board(participants).summary
        #expect(summary.text == "8 on time, 2 running late, 1 can't make it")
        #expect(summary.noResponse == 1)
    }

    @Test("R203: participants are who has an RSVP and is no host, by name and then by identifier")
    func rows() {
        let facts = EtaFacts(
            event: EtaScene.event(EtaScene.start),
            isAsked: true,
            participants: [
                EtaScene.participant("a", "confirmed"), EtaScene.participant("b", "checked-in"),
                EtaScene.participant("c", "cancelled"), EtaScene.participant("d", "invited"),
                EtaScene.participant("e", nil), EtaScene.participant("h", "confirmed", role: "host"),
            ]
        )
        let names: [UserID: String] = ["a": "Zoe", "b": "Ann", "c": "Ann"]
        let board = EtaBoard(facts, rules: EtaRules(time: "startsAt"), at: EtaScene.start) {
            names[$0.member.userID] ?? ""
        }
        #expect(board.rows.map(\.participant.member.userID) == ["b", "c", "a"])
        #expect(board.rows.map(\.isCheckedIn) == [true, false, false])
    }

    @Test(
        "R199: a status is shown until 30 minutes after the start, and a moved start moves that; check-in stays",
        arguments: [
            (EtaScene.start, 1_799, true), (EtaScene.start, 1_800, false),
            (EtaScene.start + .seconds(3_600), 5_399, true),
            (EtaScene.start + .seconds(3_600), 5_400, false), (EtaScene.start + .seconds(7 * 86_400), 0, false),
            (nil, 0, false),
        ] as [(Timestamp?, Int, Bool)]
    )
    func cleared(startsAt: Timestamp?, at offset: Int, isShown: Bool) throws {
        let participant = EtaScene.participant("a", "checked-in", EtaScene.record(.runningLate, 10))
        let board = Self.board([participant], at: offset, startsAt: startsAt)
        let row = try #require(board.rows.first)
        #expect((row.reply != nil) == isShown)
        #expect(row.isCheckedIn && row.checkedInAt == Timestamp(seconds: 1))
        #expect(board.summary.runningLate == (isShown ? 1 : 0))
    }

    @Test(
        "who cancelled counts only as \"can't make it\", where they said so",
        arguments: [
            (EtaScene.record(.onTime), EtaState.noResponse, 0), (EtaScene.record(.cantMakeIt), .cantMakeIt, 1),
            (nil, .noResponse, 0),
        ] as [(EtaRecord?, EtaState, Int)]
    )
    func cancelled(record: EtaRecord?, state: EtaState, count: Int) throws {
        let board = Self.board([EtaScene.participant("a", "cancelled", record)])
        #expect(board.rows.map(\.state) == [state])
        #expect(board.summary.cantMakeIt == count)
        #expect(board.summary.onTime == 0 && board.summary.noResponse == 0)
    }

    @Test(
        "R202: it is open in the window once a request was delivered",
        arguments: [
            (-7_200, EtaScene.start, true, true), (-7_201, EtaScene.start, true, false),
            (-600, EtaScene.start, false, false), (-600, nil, true, false),
        ] as [(Int, Timestamp?, Bool, Bool)]
    )
    func open(at offset: Int, startsAt: Timestamp?, isAsked: Bool, isOpen: Bool) {
        let board = Self.board([], at: offset, startsAt: startsAt, isAsked: isAsked)
        #expect(board.isOpen == isOpen)
        #expect((board.window == nil) == (startsAt == nil))
    }

    @Test(
        "its version is the latest of event, participants and replies",
        arguments: [
            ([], 0, 0), ([EtaScene.participant("a", "confirmed")], 0, 1_000),
            ([EtaScene.participant("a", "confirmed")], 5_000, 5_000),
        ] as [([EtaParticipant], Int, Int)]
    )
    func version(_ participants: [EtaParticipant], replies: Int, version: Int) {
        #expect(Self.board(participants, version: replies).version == version)
    }

    @Test("when a participant arrived is what the backend says, or else when the RSVP changed last")
    func arrival() throws {
        var participant = EtaScene.participant("a", "checked-in")
        participant.member.attributes["checkedInAt"] = .string("2026-11-20T18:03:00Z")
        let said = try #require(Self.board([participant]).rows.first)
        #expect(said.checkedInAt == Timestamp(rfc3339: "2026-11-20T18:03:00Z"))
        participant.member.status = "confirmed"
        #expect(Self.board([participant]).rows.first?.checkedInAt == nil)
    }
}
