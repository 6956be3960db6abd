import PealCore
import Testing

@Suite("Throttle and digest")
struct DigestDecisionTests {
    /// A user who gets one notification after another.
    struct Recipient {
        var fixture: DecisionFixture
        var history = PushHistory()

        init(_ change: (inout DecisionFixture) throws -> Void) throws {
            fixture = try DecisionFixture()
            try change(&fixture)
        }

        mutating func happens(after seconds: Int64 = 0, key: String = "") -> Decision {
            fixture.now = fixture.now + .seconds(seconds)
            let decision = fixture.decider.decide(
                .init(
                    trigger: fixture.trigger,
                    recipient: fixture.recipient,
                    zone: .utc,
                    thread: nil,
                    history: history,
                    digestKey: key,
                    now: fixture.now
                )
            )
            history.note(decision, of: fixture.type, at: fixture.now)
            return decision
        }
    }

    static let sent = PushResult.send([DecisionFixture.device])

    @Test("a throttle lets so many through in any time of its length, and digests the rest (R162)")
    func throttle() throws {
        var recipient = try Recipient {
            $0.type.throttle = ThrottleRule(max: 2, per: .seconds(60), onExceed: .digest, window: .seconds(300))
        }
        let start = recipient.fixture.now
        #expect(recipient.happens().push == Self.sent)
        #expect(recipient.happens(after: 30).push == Self.sent)
        let third = recipient.happens(after: 10)
        #expect(third.push == .digest(until: start + .seconds(340)))
        #expect(third.trace.steps.contains(Trace.Step(.throttle, .hold, .throttled, .limit(2, per: .seconds(60)))))
        #expect(recipient.happens(after: 5).push == .digest(until: start + .seconds(340)), "the window stays as it is")
        #expect(recipient.happens(after: 15).push == Self.sent, "the first has left the minute")
        #expect(recipient.happens(after: 1).push == .digest(until: start + .seconds(340)))
    }

    @Test(
        "a digest collects what quiet hours held, and nothing it has had before (R161)",
        arguments: [(false, 3_600, true), (true, 3_600, false), (false, 301, true), (false, 300, false)]
    )
    func morning(_ wasDigested: Bool, expiresIn seconds: Int64, _ isDigested: Bool) throws {
        var fixture = try DecisionFixture()
        fixture.type.digest = DigestRule(key: try Template("k"), window: .seconds(300))
        var question = Decider.Question(
            trigger: fixture.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: nil,
            createdAt: fixture.now - .seconds(3_600),
            now: fixture.now
        )
        question.wasDigested = wasDigested
        let decision = fixture.decider.release(
            question,
            inApp: .show,
            trace: Trace(),
            expiresAt: fixture.now + .seconds(seconds)
        )
        #expect(decision.push == (isDigested ? .digest(until: fixture.now + .seconds(300)) : Self.sent))
        #expect(decision.wasDigested == (wasDigested || isDigested))
    }

    @Test("a decision says whether a digest or a throttle's window has had the push")
    func collected() throws {
        var quiet = try Recipient {
            $0.type.digest = DigestRule(key: try Template("k"), window: .seconds(300))
            $0.catalog.quietHours = $0.quiet()
        }
        let held = quiet.happens()
        #expect(held.holdStage == .quietHours && !held.wasDigested, "quiet hours come first")
        var leading = try Recipient {
            $0.type.digest = DigestRule(key: try Template("k"), window: .seconds(300), edge: .leading)
            $0.type.delayWhileActive = PresenceDelay(.seconds(20))
            $0.recipient.lastActiveAt = $0.now
        }
        let first = leading.happens()
        #expect(first.wasDigested, "it opened the window")
        let second = leading.happens()
        #expect(second.wasDigested && second.holdStage == nil, "it waits in it")
        var alone = try Recipient {
            $0.type.digest = DigestRule(key: try Template("k"), window: .seconds(300))
            $0.type.individual = true
            $0.type.delayWhileActive = PresenceDelay(.seconds(20))
            $0.recipient.lastActiveAt = $0.now
        }
        let individual = alone.happens()
        #expect(individual.wasDigested && individual.holdStage == .device, "the digest let it go alone")
        var throttled = try Recipient {
            $0.type.throttle = ThrottleRule(max: 1, per: .seconds(60), onExceed: .digest, window: .seconds(60))
        }
        let below = throttled.happens()
        let over = throttled.happens()
        #expect(!below.wasDigested && over.wasDigested)
    }

    @Test("a throttle may leave out what is too much; the inbox has it")
    func suppressed() throws {
        var recipient = try Recipient {
            $0.type.throttle = ThrottleRule(max: 1, per: .seconds(60), onExceed: .suppress, window: .seconds(60))
        }
        _ = recipient.happens()
        let second = recipient.happens()
        #expect(second.push == .suppress(.throttled))
        #expect(second.inApp == .show)
    }

    @Test(
        "critical ones and those that bypass it are never throttled",
        arguments: [(Priority.critical, Set<Bypass>([])), (Priority.normal, Set<Bypass>([.throttle]))]
    )
    func bypass(_ priority: Priority, _ bypass: Set<Bypass>) throws {
        var recipient = try Recipient {
            $0.type.throttle = ThrottleRule(max: 1, per: .seconds(60), onExceed: .suppress, window: .seconds(60))
            $0.type.priority = PriorityRule(fallback: priority)
            $0.type.bypass = bypass
        }
        for _ in 0..<3 { #expect(recipient.happens().push == Self.sent) }
    }

    @Test("a digest collects from its first item on, by key (R161)", arguments: DigestRule.Edge.allCases)
    func digest(_ edge: DigestRule.Edge) throws {
        var recipient = try Recipient {
            $0.type.digest = DigestRule(key: try Template("{{entityId}}"), window: .seconds(300), edge: edge)
        }
        let start = recipient.fixture.now
        let first = recipient.happens(key: "a")
        #expect(first.push == (edge == .leading ? Self.sent : .digest(until: start + .seconds(300))))
        #expect(first.digestWindow == DigestWindowKey(key: "digest:hello:a", closesAt: start + .seconds(300)))
        #expect(recipient.happens(after: 299, key: "a").push == .digest(until: start + .seconds(300)))
        #expect(
            recipient.happens(key: "b").push == (edge == .leading ? Self.sent : .digest(until: start + .seconds(599))),
            "another key is another window"
        )
        #expect(
            recipient.happens(after: 1, key: "a").push
                == (edge == .leading ? Self.sent : .digest(until: start + .seconds(600))),
            "the window has closed"
        )
    }

    @Test("individual and critical ones are never digested (R159, C16)", arguments: [true, false])
    func individual(isCritical: Bool) throws {
        var recipient = try Recipient {
            $0.type.digest = DigestRule(key: try Template("x"), window: .seconds(300))
            $0.type.individual = !isCritical
            if isCritical { $0.type.priority = PriorityRule(fallback: .critical) }
            $0.trigger.digestUntil = $0.now + .seconds(1_000)
        }
        for _ in 0..<4 { #expect(recipient.happens().push == Self.sent) }
    }

    @Test(
        "how many pushes of a type may wait before they become a summary: high, critical and individual ones stay single (I10)",
        arguments: [
            (.normal, 5, false, 5), (.low, 2, false, 2), (.high, 5, false, nil), (.critical, 5, false, nil),
            (.normal, 5, true, nil), (.normal, nil, false, nil),
        ] as [(Priority, Int?, Bool, Int?)]
    )
    func summary(_ priority: Priority, _ over: Int?, _ isIndividual: Bool, _ limit: Int?) throws {
        var fixture = try DecisionFixture()
        fixture.type.summary = over.map { SummaryRule(over: $0) }
        fixture.type.individual = isIndividual
        #expect(fixture.type.summaryLimit(at: priority) == limit)
        #expect(!fixture.type.looksBack, "a decision does not ask what waits")
    }

    @Test("of a window that several notifications keep, the last end and the last push count")
    func windows() {
        func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }
        var history = PushHistory()
        history.add(DigestWindow(closesAt: at(5), pushedAt: at(2)), windowKey: "sale")
        history.add(DigestWindow(closesAt: at(4), pushedAt: nil), windowKey: "sale")
        history.add(DigestWindow(closesAt: at(6), pushedAt: at(1)), windowKey: "sale")
        history.add(DigestWindow(closesAt: at(9)), windowKey: "other")
        #expect(history.windows["sale"] == DigestWindow(closesAt: at(6), pushedAt: at(2)))
        #expect(history.windows["other"] == DigestWindow(closesAt: at(9)))
    }

    @Test("a sender's limit digests until it ends (R160)")
    func limit() throws {
        var recipient = try Recipient { $0.trigger.digestUntil = $0.now + .seconds(900) }
        let end = recipient.fixture.now + .seconds(900)
        #expect(recipient.happens().push == .digest(until: end))
        #expect(recipient.happens(after: 900).push == Self.sent)
    }

    @Test("a digest keeps to the throttle: it is sent when the throttle allows it")
    func closing() throws {
        var recipient = try Recipient {
            $0.type.throttle = ThrottleRule(max: 2, per: .seconds(60), onExceed: .digest, window: .seconds(5))
        }
        let now = recipient.fixture.now
        recipient.history.sends["hello"] = [now - .seconds(50), now - .seconds(20), now - .seconds(10)]
        var question = Decider.Question(
            trigger: recipient.fixture.trigger,
            recipient: recipient.fixture.recipient,
            zone: .utc,
            thread: nil,
            history: recipient.history,
            createdAt: now - .seconds(5),
            now: now
        )
        question.isClosing = true
        let decision = recipient.fixture.decider.decide(question)
        #expect(decision.push == .hold(until: now + .seconds(40)))
        #expect(decision.holdStage == .throttle && decision.wasDigested)
    }
}
