import PealCore
import Testing

@Suite("A push waits for a user who is in the app")
struct PresenceTests {
    private func fixture(activeAgo: Duration?) throws -> DecisionFixture {
        var fixture = try DecisionFixture()
        fixture.type.delayWhileActive = PresenceDelay(.seconds(20))
        fixture.recipient.lastActiveAt = activeAgo.map { fixture.now - $0 }
        return fixture
    }

    @Test(
        "it waits when they were active within the time, and goes otherwise",
        arguments: [(0, true), (19, true), (20, false), (3_600, false), (nil, false)] as [(Int?, Bool)]
    )
    func activity(_ secondsAgo: Int?, waits: Bool) throws {
        let fixture = try fixture(activeAgo: secondsAgo.map { .seconds($0) })
        let decision = fixture.decide()
        #expect(decision.inApp == .show)
        if waits {
            #expect(decision.push == .hold(until: fixture.now + .seconds(20)))
            #expect(decision.trace.steps.contains(Trace.Step(.device, .hold, nil, .userActive)))
            #expect(decision.holdStage == .device)
            #expect(Trace(encoded: decision.trace.encoded) == decision.trace)
        } else {
            #expect(decision.push == .send([DecisionFixture.device]))
        }
    }

    private static let byThread: [(Set<String>, String?, Bool)] = [
        (["c1"], "c1", true), (["c1", "c2"], "c1", true), (["c2"], "c1", false), ([], "c1", false),
        (["c1"], nil, false),
    ]

    @Test("by thread it waits for whoever looks at this thread, and goes otherwise", arguments: byThread)
    func viewing(_ viewed: Set<String>, _ thread: String?, waits: Bool) throws {
        var fixture = try fixture(activeAgo: .zero)
        fixture.type.delayWhileActive = PresenceDelay(.seconds(20), by: .thread)
        fixture.recipient.viewedThreads = viewed
        let decision = fixture.decide { $0.thread = thread }
        guard waits else { return #expect(decision.push == .send([DecisionFixture.device])) }
        #expect(decision.push == .hold(until: fixture.now + .seconds(20)))
        #expect(decision.trace.steps.contains(Trace.Step(.device, .hold, nil, .viewing("c1"))))
        #expect(Trace(encoded: decision.trace.encoded) == decision.trace)
    }

    @Test("by user it waits for whoever looks at any thread")
    func viewingAny() throws {
        var fixture = try fixture(activeAgo: nil)
        #expect(fixture.decide().push.isSend)
        fixture.recipient.viewedThreads = ["c9"]
        #expect(fixture.decide().push == .hold(until: fixture.now + .seconds(20)))
    }

    @Test("a type that does not say so does not wait, and what is critical does not", arguments: [false, true])
    func never(isCritical: Bool) throws {
        var fixture = try fixture(activeAgo: .zero)
        if isCritical {
            fixture.type.priority = PriorityRule(fallback: .critical)
        } else {
            fixture.type.delayWhileActive = nil
        }
        #expect(fixture.decide().push.isSend)
    }

    @Test("it waits once, however long they stay")
    func once() throws {
        let fixture = try fixture(activeAgo: .zero)
        let first = fixture.decide()
        let again = fixture.decider.release(
            .init(
                trigger: fixture.trigger,
                recipient: fixture.recipient,
                zone: .utc,
                thread: nil,
                createdAt: fixture.now,
                now: fixture.now
            ),
            from: .device,
            inApp: first.inApp,
            trace: first.trace,
            expiresAt: fixture.now + .seconds(60)
        )
        #expect(again.push.isSend)
    }

    @Test("what would not go does not wait either, and quiet hours hold longer")
    func others() throws {
        var muted = try fixture(activeAgo: .zero)
        muted.recipient.devices = []
        #expect(muted.decide().push == .suppress(.noDevice))
        var quiet = try fixture(activeAgo: .zero)
        quiet.catalog.features.quietHours = true
        quiet.catalog.quietHours = quiet.quiet()
        #expect(quiet.decide().holdStage == .quietHours)
    }
}
