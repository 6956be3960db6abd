import PealCore
import Testing

@Suite("Replies about the arrival")
struct EtaVerdictTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var scene = EtaScene()
        /// Seconds after the start.
        var at = -3_600
        var refusal: EtaRefusal?
    }

    private static let opensAt = EtaScene.start - .seconds(7_200)
    private static let clearsAt = EtaScene.start + .seconds(1_800)

    private static func with(_ change: (inout EtaScene) -> Void) -> EtaScene {
        var scene = EtaScene()
        change(&scene)
        return scene
    }

    static let cases: [Case] = [
        Case(testDescription: "an hour before"),
        Case(testDescription: "the first instant", at: -7_200),
        Case(testDescription: "before it", at: -7_201, refusal: .tooEarly(opensAt: opensAt)),
        Case(testDescription: "late", at: 1_799),
        Case(testDescription: "the first instant after", at: 1_800, refusal: .over(since: clearsAt)),
        Case(testDescription: "nobody was asked", scene: with { $0.isAsked = false }, refusal: .notAsked),
        Case(
            testDescription: "not asked, and too early",
            scene: with { $0.isAsked = false },
            at: -9_000,
            refusal: .tooEarly(opensAt: opensAt)
        ),
        Case(testDescription: "no start", scene: with { $0.startsAt = nil }, refusal: .noTime),
        Case(testDescription: "no member", scene: with { $0.isMember = false }, refusal: .unknown),
        Case(testDescription: "a host", scene: with { $0.role = "host" }, refusal: .hostReply),
        Case(
            testDescription: "a host without an RSVP is told that they host",
            scene: with { ($0.role, $0.rsvp) = ("host", nil) },
            at: -9_000,
            refusal: .hostReply
        ),
        Case(testDescription: "checked in", scene: with { $0.rsvp = "checked-in" }),
        Case(testDescription: "cancelled", scene: with { $0.rsvp = "cancelled" }, refusal: .rsvpRequired),
        Case(testDescription: "invited", scene: with { $0.rsvp = "invited" }, refusal: .rsvpRequired),
        Case(testDescription: "no RSVP", scene: with { $0.rsvp = nil }, refusal: .rsvpRequired),
        Case(
            testDescription: "who cannot reply is not told when",
            scene: with { $0.rsvp = "cancelled" },
            at: -9_000,
            refusal: .rsvpRequired
        ),
        Case(
            testDescription: "moved an hour later",
            scene: with { $0.startsAt = EtaScene.start + .seconds(3_600) },
            at: 3_600
        ),
        Case(testDescription: "another window", scene: with { $0.rules.opens = .seconds(60) }, at: -60),
        Case(
            testDescription: "before another window",
            scene: with { $0.rules.opens = .seconds(60) },
            at: -61,
            refusal: .tooEarly(opensAt: EtaScene.start - .seconds(60))
        ),
    ]

    @Test("R200: they are open to active RSVPs, in the window and once a request was delivered", arguments: cases)
    func window(_ example: Case) {
        var refusal: EtaRefusal?
        do throws(EtaRefusal) { _ = try example.scene.verdict(at: example.at) } catch { refusal = error }
        #expect(refusal == example.refusal)
        #expect(refusal.map { $0.detail.count > 10 } ?? true)
    }

    @Test("R158: the same timestamp has the first result, also when replies have closed", arguments: [-3_600, 9_999])
    func repeated(at offset: Int) throws {
        let sent = EtaScene.start - .seconds(4_000)
        let scene = try Self.replied(sent)
        guard case .repeated(let answer) = try scene.verdict(EtaScene.reply(.cantMakeIt), sent: sent, at: offset) else {
            Issue.record("is accepted again")
            return
        }
        #expect(answer.status == .runningLate && answer.minutesLate == 10 && answer.sent == sent)
    }

    @Test("R158: another timestamp is another reply, and so is each without one", arguments: [1, nil] as [Int?])
    func another(later milliseconds: Int?) throws {
        let sent = EtaScene.start - .seconds(4_000)
        let again = milliseconds.map { sent + .milliseconds($0) }
        guard case .accepted = try Self.replied(sent).verdict(EtaScene.reply(.cantMakeIt), sent: again) else {
            Issue.record("is not accepted")
            return
        }
    }

    /// After a reply with a timestamp.
    private static func replied(_ sent: Timestamp) throws -> EtaScene {
        var scene = EtaScene()
        guard case .accepted(let plan) = try scene.verdict(EtaScene.reply(.runningLate, 10), sent: sent) else {
            throw Refuted("the first reply is not accepted")
        }
        scene.before = plan.after
        return scene
    }

    @Test(
        "R198: the latest reply counts, by when it was said",
        arguments: [(-3_000, EtaStatus.cantMakeIt), (-3_600, .cantMakeIt), (-3_601, .onTime)]
    )
    func latest(said offset: Int, shown: EtaStatus) throws {
        var scene = EtaScene()
        scene.before = EtaScene.record(.onTime, version: 5)
        let verdict = try scene.verdict(EtaScene.reply(.cantMakeIt, at: offset), sent: EtaScene.start, at: -2_000)
        guard case .accepted(let plan) = verdict else {
            Issue.record("is not accepted")
            return
        }
        #expect(plan.after.latest.status == shown)
        #expect(plan.changesBoard == (shown == .cantMakeIt))
        #expect(plan.after.answered.map(\.status) == [.cantMakeIt], "its result is kept in any case")
        #expect(plan.memberAfter == nil, "the RSVP stays")
    }

    @Test("R197: after \"can't make it\" another reply still counts")
    func changedMind() throws {
        var scene = EtaScene()
        scene.before = EtaScene.record(.cantMakeIt)
        guard case .accepted(let plan) = try scene.verdict(EtaScene.reply(.runningLate, 5, at: -60), at: -60) else {
            Issue.record("is not accepted")
            return
        }
        #expect(plan.after.latest.status == .runningLate && plan.after.latest.minutesLate == 5)
    }

    @Test(
        "the version of a board grows with each reply, also within a millisecond and after the clock went back",
        arguments: [(nil, 0), (0, 1), (9_000, 9_001)] as [(Int?, Int)]
    )
    func version(ahead before: Int?, grows after: Int) throws {
        let now = Int((EtaScene.start - .seconds(3_600)).milliseconds)
        var scene = EtaScene()
        scene.version = before.map { now + $0 } ?? 0
        guard case .accepted(let plan) = try scene.verdict() else {
            Issue.record("is not accepted")
            return
        }
        #expect(plan.after.version == now + after)
    }

    @Test("the results of the last replies are kept, and no more")
    func bounded() {
        var record: EtaRecord?
        for index in 0..<50 {
            let sent = EtaScene.start + .seconds(index)
            record = EtaRecord(record, adding: EtaScene.reply(.onTime), sent: sent, version: index)
        }
        #expect(record?.answered.count == EtaRecord.keptAnswers)
        #expect(record?.answered.last?.sent == EtaScene.start + .seconds(49))
        #expect(record?.answer(to: EtaScene.start) == nil)
    }
}
