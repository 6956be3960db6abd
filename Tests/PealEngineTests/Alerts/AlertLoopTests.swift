import PealCore
import PealSQL
import Testing

@testable import PealEngine

@Suite("Alerts over restarts")
struct AlertLoopTests {
    private static let hour = AnalyticsHour(of: PipelineWorld.start)
    private static let failed = AnalyticsKey(.failed, category: "orders", channel: .push, priority: .normal)

    /// Runs a test on an app of whose pushes 30 have failed, with a webhook.
    private static func run(_ body: (PipelineWorld) async throws -> Void) async throws {
        try await PipelineWorld.with { world in
            _ = try await world.engine.webhooks.add(url: "https://shop.example/hook", types: [], app: "shop")
            let batch = AnalyticsBatch(counts: [failed: 30], at: world.clock.now)
            _ = try await world.store.apply([ChangeGroup(app: "shop", [.keepAnalytics(batch)])])
            try await body(world)
        }
    }

    /// The types of the messages about one rule, the first first.
    private static func messages(_ world: PipelineWorld, _ rule: AlertRule) async throws -> [WebhookType] {
        let status = try #require(try await world.store.webhooks(of: "shop").first)
        let page = PageRequest(limit: 99)
        let found = try await world.store.messages(of: status.webhook.id, app: "shop", in: nil, page: page).items
        return found.reversed().filter { String(decoding: $0.payload, as: UTF8.self).contains("\"\(rule.rawValue)\"") }
            .map(\.type)
    }

    @Test("A process that comes after another neither fires again nor forgets to resolve")
    func restart() async throws {
        try await Self.run { world in
            try await world.engine.alerting.step()
            #expect(try await Self.messages(world, .deliveryErrors) == [.alertFired])
            for seconds in [0, 60, 7_200, 300] {
                world.clock.set(world.clock.now + .seconds(seconds))
                try await Engine(ports: world.engine.ports).alerting.step()
            }
            #expect(try await Self.messages(world, .deliveryErrors) == [.alertFired, .alertResolved])
            #expect(try await world.engine.alerts.list(app: "shop").isEmpty)
        }
    }

    @Test("Firing is an error in the log and resolving a notice, each with the page that says what to do")
    func log() async throws {
        try await Self.run { world in
            let log = AlertLog()
            var ports = world.engine.ports
            ports.logger = log.logger
            let engine = Engine(ports: ports)
            for seconds in [0, 7_200, 300] {
                world.clock.set(world.clock.now + .seconds(seconds))
                try await engine.alerting.step()
            }
            let page = "delivery-errors false docs/operations.md#alert-delivery-errors"
            #expect(log.lines == ["error an alert fired: \(page)", "notice an alert is resolved: \(page)"])
        }
    }

    @Test("However many measure at the same time, it fires once")
    func together() async throws {
        try await Self.run { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await Engine(ports: world.engine.ports).alerting.step() } }
                try await group.waitForAll()
            }
            #expect(try await Self.messages(world, .deliveryErrors) == [.alertFired])
        }
    }

    @Test("What was counted of triggers is stored, also when the loop ends")
    func tally() async throws {
        try await Self.run { world in
            world.intake.countUnreadable(3, of: "shop")
            try await world.engine.alerting.step()
            let counts = try await world.store.analyticsCounts(of: "shop", within: Self.hours)
            #expect(counts[AnalyticsKey(.requests)] == 3 && counts[AnalyticsKey(.refused)] == 3)
            try await world.engine.alerting.step()
            #expect(try await world.store.analyticsCounts(of: "shop", within: Self.hours) == counts)
        }
    }

    private static let hours = hour..<AnalyticsHour(number: hour.number + 1)

    @Test("A test that is not over is not begun again")
    func test() async throws {
        try await Self.run { world in
            let now = world.clock.now
            #expect(try await world.engine.alerts.test(app: "shop", now: now).count == AlertRule.allCases.count)
            #expect(try await world.engine.alerts.test(app: "shop", now: now).isEmpty)
            for _ in 0..<2 { try await world.engine.alerting.step() }
            #expect(try await Self.messages(world, .openRate) == [.alertFired, .alertResolved])
            #expect(try await world.engine.alerts.test(app: "shop", now: now).count == AlertRule.allCases.count)
        }
    }
}
