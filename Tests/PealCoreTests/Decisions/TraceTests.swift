@testable import PealCore
import Testing

@Suite("The stored form of a trace")
struct TraceTests {
    /// The letters of stored traces: none may ever change, nor be given to another word.
    static let stages: [(Stage, String)] = [
        (.type, "a"), (.audience, "b"), (.mandatory, "c"), (.preference, "d"), (.mute, "e"), (.device, "f"),
        (.quietHours, "g"), (.throttle, "h"), (.digest, "i"), (.route, "j"),
    ]
    static let outcomes: [(Trace.Outcome, String)] = [
        (.pass, "a"), (.stop, "aB"), (.hold, "aC"), (.override, "aD"), (.skip, "aE"), (.release, "aF"),
    ]
    static let details: [(Trace.Detail?, String)] = [
        (.typeRemoved, "(x)"),
        (.actor(.admin), "(a,admin)"),
        (.audience(.users), "(u,users)"),
        (.roles(["dd", "admin"]), "(r,dd,admin)"),
        (.inAppOff, "(i)"),
        (.channels([.push, .inApp]), "(c,push,inApp)"),
        (.mute(.all), "(m)"),
        (.mute(.category("kudos")), "(m,category,kudos)"),
        (.mute(.thread("chat/1")), "(m,thread,chat/1)"),
        (.devices(2), "(d,2)"),
        (.unservedDevices(2), "(n,2)"),
        (.capability("bluetooth"), "(k,bluetooth)"),
        (.userActive, "(p)"),
        (.viewing("chat/1"), "(w,chat/1)"),
        (quietHours(zone: "Europe/Berlin"), "(q,22:00,08:00,Europe/Berlin)"),
        (.push(2, of: 3), "(t,2,3)"),
        (.limit(3, per: .seconds(90)), "(l,3,PT1M30S)"),
        (.individual, "(v)"),
        (.senderLimit, "(s)"),
        (.digestKey("a,b)c\\"), "(y,a\\,b\\)c\\\\)"),
        (.firstOfDigest, "(f)"),
        (.notifications(4), "(b,4)"),
        (.alert, "(e)"),
        (.unconfirmed, "(o)"),
        (.revoked(.entityDeleted), "(z,entity-deleted)"),
        (.channel(Channel(rawValue: "sms")), "(h,sms)"),
    ]

    private static func quietHours(zone: String) -> Trace.Detail? {
        guard let start = LocalTime("22:00"), let end = LocalTime("08:00") else { return nil }
        return .quietHours(QuietWindow(start: start, end: end), zone: zone)
    }

    @Test("a stage has its letter for ever", arguments: stages)
    func stage(_ stage: Stage, _ text: String) { check(Trace.Step(stage, .pass), text) }

    @Test("an outcome has its letter for ever", arguments: outcomes)
    func outcome(_ outcome: Trace.Outcome, _ text: String) { check(Trace.Step(.type, outcome), text) }

    @Test("a detail has its letter and fields for ever", arguments: details)
    func detail(_ detail: Trace.Detail?, _ text: String) throws {
        let detail = try #require(detail)
        check(Trace.Step(.type, .pass, nil, detail), "a" + text)
        check(Trace.Step(.mute, .stop, .muted, detail), "eB:muted" + text)
    }

    private func check(_ step: Trace.Step, _ text: String) {
        #expect(Trace([step]).encoded == text)
        #expect(Trace(encoded: text).steps == [step])
    }

    @Test("every word is in these tables, and no two have one letter")
    func complete() {
        #expect(Set(Self.stages.map(\.0)) == Set(Stage.allCases))
        #expect(Set(Self.outcomes.map(\.0)) == Set(Trace.Outcome.allCases))
        #expect(Set(Self.details.compactMap(\.0?.kind)) == Set(Trace.Detail.Kind.allCases))
        #expect(Set(Stage.allCases.map(\.letter)).count == Stage.allCases.count)
        #expect(Set(Trace.Outcome.allCases.map(\.letter)).count == Trace.Outcome.allCases.count)
        #expect(Set(Trace.Detail.Kind.allCases.map(\.letter)).count == Trace.Detail.Kind.allCases.count)
    }

    @Test("a reason is its name, which ends before the next entry", arguments: Reason.allCases)
    func reason(_ reason: Reason) {
        let step = Trace.Step(.mute, .stop, reason)
        #expect(Trace([step]).encoded == "eB:\(reason.rawValue);")
        #expect(Trace(encoded: Trace([step]).encoded + Trace([step]).encoded).steps == [step, step])
    }

    @Test("A plain pass is one byte, and a usual trace about forty")
    func size() throws {
        #expect(Trace(Stage.allCases.map { Trace.Step($0, .pass) }).encoded.utf8.count == Stage.allCases.count)
        var fixture = try DecisionFixture()
        #expect(fixture.decide().trace.encoded == "ab(u,users)cdef(d,1)ghij(d,1)")
        fixture.catalog.quietHours = fixture.quiet()
        #expect(fixture.decide().trace.encoded.utf8.count < 70)
    }

    @Test(
        "What a newer version wrote is left out as a whole, and the rest is read",
        arguments: [
            "k", "kC", "k(d,2)", "kC:muted;", "kZ:new-reason(%,a\\)b,c)", "aG", "aG(d,2)", "aB:new-reason;",
            "aB:new-reason(d,2)", "a(@)", "a(@,1,2)", "aB:muted(@,\\,a)", "a(d,2,3)", "a(d)", "a(d,two)", "a(m,app,x)",
            "a(a,robot)", "a(q,22:00,25:00,UTC)", "a(x,1)", "a()", "a(users)", "a(z,new-cause)", "aC(22:00–08:00 UTC)",
        ]
    )
    func newer(_ entry: String) {
        let before = Trace.Step(.audience, .pass, nil, .audience(.all))
        let after = Trace.Step(.quietHours, .release)
        let text = Trace([before]).encoded + entry + Trace([after]).encoded
        #expect(Trace(encoded: text).steps == [before, after])
    }

    @Test(
        "Damaged text gives fewer entries, never a crash",
        arguments: ["", "(((", "aZ", "a:", "a:muted", "a(x", "\u{0}zz", "a:muted(", "a(", "a(d,2\\"]
    )
    func damaged(_ text: String) {
        #expect(Trace(encoded: text).steps.count <= text.count)
    }
}
