import PealCore
import Testing

@Suite("What a decision was made from")
struct DecisionStampTests {
    typealias Versions = DecisionStamp.Versions

    static let now = Timestamp(seconds: 1_000)

    @Test(
        "It holds while nothing that it was made from has changed, and until its end",
        arguments: [
            (DecisionStamp(Versions(facts: 3)), Versions(facts: 3), true),
            (DecisionStamp(Versions(facts: 3)), Versions(facts: 4), false),
            (DecisionStamp(Versions(facts: 3)), Versions(), false),
            (DecisionStamp(Versions(facts: 3, entity: 1)), Versions(facts: 3, entity: 1), true),
            (DecisionStamp(Versions(facts: 3, entity: 1)), Versions(facts: 3, entity: 2), false),
            (DecisionStamp(Versions(facts: 3, entity: 1)), Versions(facts: 3), false),
            (DecisionStamp(Versions(facts: 3)), Versions(facts: 3, entity: 1), false),
            (DecisionStamp(Versions(facts: 3), validUntil: now + .milliseconds(1)), Versions(facts: 3), true),
            (DecisionStamp(Versions(facts: 3), validUntil: now), Versions(facts: 3), false),
            (DecisionStamp(), Versions(facts: 9), true),
        ]
    )
    func holds(_ stamp: DecisionStamp, _ present: Versions, _ holds: Bool) {
        #expect(stamp.holds(for: present, at: Self.now) == holds)
    }

    @Test("A push is late when it was decided more than ten seconds ago", arguments: [(10_000, false), (10_001, true)])
    func late(ago milliseconds: Int, isLate: Bool) {
        #expect((Self.now - .milliseconds(milliseconds) < DecisionStamp.lateBefore(Self.now)) == isLate)
    }
}
