import PealCore
import Testing

@Suite("The stored form of a trace")
struct TraceTests {
    @Test("Whatever is written is read back")
    func roundTrip() {
        let arguments: [String?] = [nil, "", "a", "22:00–08:00 Europe/Berlin", ")(\\;:", "ÄÖ🙂", "abcA"]
        let reasons: [Reason?] = [nil] + Reason.allCases
        var steps: [Trace.Step] = []
        for stage in Stage.allCases {
            for outcome in Trace.Outcome.allCases {
                for reason in reasons {
                    for argument in arguments { steps.append(Trace.Step(stage, outcome, reason, argument)) }
                }
            }
        }
        #expect(Trace(encoded: Trace(steps).encoded) == Trace(steps))
        for step in steps { #expect(Trace(encoded: Trace([step, step]).encoded) == Trace([step, step])) }
    }

    @Test("A plain trace is small")
    func size() {
        #expect(Trace(Stage.allCases.map { Trace.Step($0, .pass) }).encoded.utf8.count == Stage.allCases.count)
    }

    @Test(
        "Damaged text gives fewer entries, never a crash",
        arguments: ["", "(((", "aZ", "a:", "a:muted", "a(x", "\u{0}zz", "a:muted("]
    )
    func damaged(_ text: String) {
        #expect(Trace(encoded: text).steps.count <= text.count)
    }
}
