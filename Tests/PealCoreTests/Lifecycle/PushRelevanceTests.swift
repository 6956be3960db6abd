import PealCore
import Testing

@Suite("Whether a push is still worth sending")
struct PushRelevanceTests {
    static let now = Timestamp(seconds: 1_000)

    struct Case: Sendable, CustomTestStringConvertible {
        var facts: PushRelevance
        var obstacle: Reason?

        var testDescription: String { "\(facts)" }
    }

    /// Every combination of the facts, with the one that counts first.
    static let cases: [Case] = {
        var cases: [Case] = []
        for stop in [nil, Reason.cancelled, .resolvedElsewhere] {
            for seconds in [-1, 0, 1] {
                for bits in 0..<8 {
                    var facts = PushRelevance(expiresAt: now + .seconds(seconds), stopReason: stop)
                    facts.isRead = bits & 1 != 0
                    facts.isDismissed = bits & 2 != 0
                    facts.isRemoved = bits & 4 != 0
                    let unstopped: Reason? = bits != 0 ? .resolvedElsewhere : seconds <= 0 ? .expired : nil
                    cases.append(Case(facts: facts, obstacle: stop ?? unstopped))
                }
            }
        }
        return cases
    }()

    @Test("Only what was neither stopped nor resolved nor has expired is worth pushing", arguments: cases)
    func worth(_ example: Case) {
        #expect(example.facts.obstacle(at: Self.now) == example.obstacle)
        #expect(example.facts.isWorthPushing(at: Self.now) == (example.obstacle == nil))
    }
}
