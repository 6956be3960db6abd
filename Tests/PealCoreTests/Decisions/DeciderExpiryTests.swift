import PealCore
import Testing

@Suite("How long a decision holds")
struct DeciderExpiryTests {
    @Test("A released push is decided again, keeps its inbox row and extends its trace")
    func release() throws {
        var fixture = try DecisionFixture()
        fixture.catalog.quietHours = fixture.quiet()
        let held = fixture.decide()
        fixture.now = Timestamp(seconds: 1_000_800)
        let decider = Decider(
            catalog: fixture.catalog,
            type: fixture.type,
            category: fixture.category,
            available: [.fcm]
        )
        let question = Decider.Question(
            trigger: fixture.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: nil,
            now: fixture.now
        )
        let released = decider.release(
            question,
            inApp: held.inApp,
            trace: held.trace,
            expiresAt: Timestamp(seconds: 1_000_801)
        )
        #expect(released.push == DeciderTests.sent)
        #expect(released.trace.steps.starts(with: held.trace.steps))
        #expect(released.trace.steps.count == 2 * Stage.allCases.count + 1)
        let late = decider.release(question, inApp: held.inApp, trace: held.trace, expiresAt: fixture.now)
        #expect(late.push == .suppress(.expired))
    }

    @Test("A push is never held past its expiry, neither at first nor again", arguments: [1, 60, 799, 800, 801])
    func heldUntilExpiry(_ seconds: Int) throws {
        var fixture = try DecisionFixture()
        fixture.catalog.quietHours = fixture.quiet()
        fixture.type.ttl = .seconds(seconds)
        let start = fixture.now
        let end = min(start + .seconds(seconds), Timestamp(seconds: 1_000_800))
        let held = fixture.decide()
        #expect(held.push == .hold(until: end))
        // A shorter life in a newer catalog changes nothing for what was decided before.
        fixture.type.ttl = .seconds(2)
        let question = Decider.Question(
            trigger: fixture.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: nil,
            createdAt: start,
            now: start
        )
        for stage in [Stage.quietHours, .device] {
            let again = fixture.decider.release(
                question,
                from: stage,
                inApp: held.inApp,
                trace: held.trace,
                expiresAt: start + .seconds(seconds)
            )
            #expect(again.push == .hold(until: end))
        }
    }

    @Test("A notification's life counts from when it is due where its recipient is")
    func expiry() throws {
        var fixture = try DecisionFixture()
        let question = Decider.Question(
            trigger: fixture.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: nil,
            now: fixture.now + .seconds(99)
        )
        #expect(fixture.decider.expiry(of: question) == fixture.now + fixture.type.ttl)
        for later in [-600, 600] {
            fixture.trigger.sendAtLocal = LocalDateTime(secondsSince1970: 1_000_000 + Int64(later))
            var local = question
            local.trigger = fixture.trigger
            let due = fixture.now + .seconds(max(0, later))
            #expect(fixture.decider.expiry(of: local) == due + fixture.type.ttl)
        }
    }
}
