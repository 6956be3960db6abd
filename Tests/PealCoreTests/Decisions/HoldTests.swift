import PealCore
import Testing

@Suite("A push that is held")
struct HoldTests {
    private func fixture() throws -> DecisionFixture {
        var fixture = try DecisionFixture()
        fixture.catalog.quietHours = fixture.quiet()
        return fixture
    }

    private func question(_ fixture: DecisionFixture, wasDigested: Bool = false) -> Decider.Question {
        var question = Decider.Question(
            trigger: fixture.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: nil,
            createdAt: fixture.now - .seconds(60),
            now: fixture.now
        )
        question.wasDigested = wasDigested
        return question
    }

    /// What is changed of a push in quiet hours, and the stage that holds it.
    private static let stages: [(@Sendable (inout DecisionFixture) -> Void, Stage?)] = [
        ({ _ in }, .quietHours), ({ $0.type.quietAction = .drop }, nil), ({ $0.catalog.quietHours = nil }, nil),
    ]

    @Test("a decision names the stage that holds its push, and none when nothing does", arguments: stages)
    func stage(_ change: @Sendable (inout DecisionFixture) -> Void, holds: Stage?) throws {
        var fixture = try fixture()
        change(&fixture)
        #expect(fixture.decide().holdStage == holds)
    }

    @Test("what quiet hours hold on keeps whether a digest has had it", arguments: [true, false])
    func heldOn(_ wasDigested: Bool) throws {
        let fixture = try fixture()
        let decision = fixture.decider.release(
            question(fixture, wasDigested: wasDigested),
            inApp: .show,
            trace: Trace(),
            expiresAt: fixture.now + .seconds(36_000)
        )
        #expect(decision.holdStage == .quietHours && decision.wasDigested == wasDigested)
    }

    @Test("however often quiet hours move, the trace keeps the first wait and the last")
    func repeated() throws {
        var fixture = try fixture()
        let first = fixture.decide()
        var trace = first.trace
        for _ in 0..<3 {
            fixture.now = fixture.now + .seconds(60)
            trace =
                fixture.decider.release(
                    question(fixture),
                    inApp: .show,
                    trace: trace,
                    expiresAt: fixture.now + .seconds(36_000)
                ).trace
        }
        let hold = try #require(first.trace.steps.first { $0.outcome == .hold })
        #expect(trace.steps == first.trace.steps + [Trace.Step(.quietHours, .release), hold])
    }

    @Test("one that expired while it was held is not held any more")
    func expired() throws {
        let fixture = try fixture()
        let decision = fixture.decider.release(
            question(fixture),
            inApp: .show,
            trace: Trace(),
            expiresAt: fixture.now
        )
        #expect(decision.push == .suppress(.expired))
        #expect(decision.holdStage == nil)
    }

    @Test("R165: one that was read elsewhere ends at the stage that held it", arguments: Stage.allCases)
    func resolvedElsewhere(_ stage: Stage) {
        #expect(Trace.Step.resolvedElsewhere(holdStage: stage) == Trace.Step(stage, .release, .resolvedElsewhere))
    }

    @Test("R165: one that waited in the queue of its provider ends at the last stage")
    func resolvedInTheQueue() {
        #expect(Trace.Step.resolvedElsewhere(holdStage: nil) == Trace.Step(.route, .stop, .resolvedElsewhere))
    }
}
