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
    static let cases: [Case] = [Reason?.none, .cancelled, .resolvedElsewhere].flatMap { stop in
        [-1, 0, 1].flatMap { seconds in
            (0..<8).map { bits in
                let facts = PushRelevance(
                    expiresAt: now + .seconds(seconds),
                    isRead: bits & 1 != 0,
                    isDismissed: bits & 2 != 0,
                    isRemoved: bits & 4 != 0,
                    stopReason: stop
                )
                let obstacle: Reason? = stop ?? (bits != 0 ? .resolvedElsewhere : seconds <= 0 ? .expired : nil)
                return Case(facts: facts, obstacle: obstacle)
            }
        }
    }

    @Test("Only what was neither stopped nor resolved nor has expired is worth pushing", arguments: cases)
    func worth(_ example: Case) {
        #expect(example.facts.obstacle(at: Self.now) == example.obstacle)
        #expect(example.facts.isWorthPushing(at: Self.now) == (example.obstacle == nil))
    }
}
