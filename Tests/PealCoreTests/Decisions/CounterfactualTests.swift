import Testing

@testable import PealCore

@Suite("The nearest change that lets a push go")
struct CounterfactualTests {
    typealias Change = Counterfactual.Change

    /// One thing that keeps a push from going, and the change that mends it.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: Change
        var put: @Sendable (inout DecisionFixture) -> Void

        init(_ name: String, _ change: Change, _ put: @escaping @Sendable (inout DecisionFixture) -> Void) {
            testDescription = name
            self.change = change
            self.put = put
        }
    }

    static let obstacles: [Obstacle] = [
        Obstacle("type off", .typeOn) { $0.type.enabled = false },
        Obstacle("actor kind", .actorKind(.system)) {
            $0.type.condition = .actorKind([.system])
            $0.trigger.actor = .init(id: "bob", kind: .admin)
        },
        Obstacle("unknown user", .user) { $0.recipient.user = nil },
        Obstacle("category off", .category("news")) {
            $0.recipient.preferences.categories["news", default: .init()].enabled = .init(false, at: $0.now)
        },
        Obstacle("push off", .push) { $0.recipient.preferences.global["push"] = .init(false, at: $0.now) },
        Obstacle("push off in the category", .categoryPush("news")) {
            $0.recipient.preferences.categories["news", default: .init()].channels["push"] = .init(false, at: $0.now)
        },
        Obstacle("muted", .mute(.all)) {
            $0.recipient.mutes.append(
                Mute(id: .init(UUIDv7(high: 1, low: 1)), scope: .all, until: nil, createdAt: $0.now)
            )
        },
        Obstacle("thread muted", .mute(.thread("thread-1"))) {
            $0.recipient.mutes.append(
                Mute(id: .init(UUIDv7(high: 1, low: 2)), scope: .thread("thread-1"), until: nil, createdAt: $0.now)
            )
        },
        Obstacle("not permitted", .permission) { $0.recipient.devices[0].permission = .denied },
        Obstacle("capability", .capability("bluetooth")) { $0.type.requiredCapability = "bluetooth" },
        Obstacle("quiet hours", .quietHours) { $0.catalog.quietHours = $0.quiet() },
    ]

    static let others: [Obstacle] = [
        Obstacle("role", .role("admin")) { $0.type.condition = .recipientRole(["admin", "officer"]) },
        Obstacle("owns", .owned("session", status: "active")) {
            $0.type.condition = .recipientOwns("session", status: ["active"])
        },
        Obstacle("data", .data("kind")) { $0.type.condition = .data(name: "kind", value: .string("x")) },
        Obstacle("own doing", .otherActor) { $0.trigger.actor = .init(id: "ann", kind: .user) },
        Obstacle("no device", .device(.fcm)) { $0.recipient.devices = [] },
        Obstacle("device switched off", .deviceState(.disabled)) { $0.recipient.devices[0].state = .disabled },
        Obstacle("device gone stale", .deviceState(.stale)) { $0.recipient.devices[0].state = .stale },
        Obstacle("nobody may adjust it", .defaultPush("news")) {
            $0.category.adjustable = false
            $0.category.defaults.push = false
        },
        Obstacle("quiet hours nobody may switch off", .later(Timestamp(seconds: 1_000_800))) {
            $0.catalog.quietHours = $0.quiet(editable: false)
        },
        Obstacle("sender's limit", .senderLimit) { $0.trigger.digestUntil = $0.now + .seconds(60) },
        Obstacle("bundled", .individual) { fixture in
            fixture.type.digest = (try? Template("key")).map { DigestRule(key: $0, window: .seconds(60)) }
        },
    ]

    @Test("One obstacle, one change", arguments: obstacles + others)
    func single(_ obstacle: Obstacle) throws {
        var fixture = try DecisionFixture()
        obstacle.put(&fixture)
        #expect(!fixture.decide().push.isSend)
        #expect(fixture.counterfactual.answer() == .changes([obstacle.change]))
    }

    @Test("What goes needs no change")
    func sends() throws {
        #expect(try DecisionFixture().counterfactual.answer() == .sends)
    }

    @Test("A device whose service nobody can send through: sign in elsewhere, or serve it")
    func provider() throws {
        var fixture = try DecisionFixture()
        fixture.recipient.devices[0].provider = .apns
        #expect(fixture.counterfactual.answer() == .changes([.device(.fcm)]))
        fixture.catalog.providers = [.apns]
        #expect(fixture.counterfactual.answer() == .changes([.provider(.apns)]))
    }

    @Test("Over a throttle, the push is sent when the throttle allows it again")
    func throttle() throws {
        var fixture = try DecisionFixture()
        fixture.type.throttle = ThrottleRule(max: 2, per: .seconds(600), onExceed: .suppress, window: .seconds(60))
        let sends = [-500, -300, -100].map { fixture.now + .seconds($0) }
        let history = PushHistory(sends: [fixture.type.id: sends])
        let answer = fixture.counterfactual(history).answer()
        #expect(answer == .changes([.later(fixture.now + .seconds(300))]))
    }

    /// Each three of the obstacles.
    private static let anyThree: [[Obstacle]] = obstacles.indices.flatMap { first in
        obstacles[(first + 1)...].indices.flatMap { second in
            obstacles[(second + 1)...].map { [obstacles[first], obstacles[second], $0] }
        }
    }

    @Test("Any three obstacles need exactly their three changes, and no smaller set does", arguments: anyThree)
    func triples(_ chosen: [Obstacle]) throws {
        var fixture = try DecisionFixture()
        for obstacle in chosen { obstacle.put(&fixture) }
        guard case .changes(let changes) = fixture.counterfactual.answer() else {
            Issue.record("nothing found")
            return
        }
        // A fresh device may stand for a permission and a capability at once.
        let isFresh = changes.contains(.device(.fcm))
        #expect(isFresh || Set(changes) == Set(chosen.map(\.change)))
        var hypothesis = fixture.hypothesis
        for change in changes { hypothesis.apply(change) }
        #expect(hypothesis.sends, "\(changes)")
        for left in changes {
            var smaller = fixture.hypothesis
            for change in changes where change != left { smaller.apply(change) }
            #expect(!smaller.sends, "\(left) is not needed")
        }
    }

    @Test("Where no change helps, the search ends without an answer")
    func hopeless() throws {
        var fixture = try DecisionFixture()
        for obstacle in Self.obstacles { obstacle.put(&fixture) }
        fixture.catalog.providers = []
        fixture.recipient.devices = []
        #expect(fixture.hypothesis.candidates.count > 7, "more sets than the budget has decisions")
        #expect(fixture.counterfactual.answer() == .none)
    }
}

extension DecisionFixture {
    fileprivate var hypothesis: Hypothesis { hypothesis(PushHistory()) }

    private func hypothesis(_ history: PushHistory) -> Hypothesis {
        Hypothesis(
            catalog: catalog,
            type: type,
            category: category,
            available: [.fcm],
            question: question(history)
        )
    }

    fileprivate var counterfactual: Counterfactual { counterfactual(PushHistory()) }

    fileprivate func counterfactual(_ history: PushHistory) -> Counterfactual {
        Counterfactual(
            catalog: catalog,
            type: type,
            category: category,
            available: [.fcm],
            question: question(history)
        )
    }

    private func question(_ history: PushHistory) -> Decider.Question {
        .init(trigger: trigger, recipient: recipient, zone: .utc, thread: "thread-1", history: history, now: now)
    }
}
