import PealCore
import PealProviderKit
import PealSQL
import PealStore
import PealTesting
import Testing

@testable import PealEngine

@Suite("Queues during outages", .serialized)
struct OutageTests {
    static let start = PipelineWorld.start

    /// A world with some users, and a broadcast to all of them at each of the given minutes.
    private func world(
        users: Int,
        limits: QueueLimits = QueueLimits(perSecond: 50),
        service: ScriptedPushService,
        _ body: @escaping @Sendable (PipelineWorld) async throws -> Void
    ) async throws {
        try await PipelineWorld.with(maximumInFlight: 64, limits: limits, answer: { service.answer($0) }) { world in
            service.begin(world.clock)
            try await inBulk(0..<users) { number in try await world.addUserWithDevice("p\(number)") }
            try await world.running { try await body(world) }
        }
    }

    private func submit(_ world: PipelineWorld, _ transition: String, type: TypeID = "shipped") async throws
        -> TriggerID
    {
        var draft = PipelineWorld.draft(transition, type: type)
        draft.audience = .all
        let result = try await world.intake.submit([draft], app: "shop")[0].get().acceptance
        guard case .accepted(let id) = result else { throw CancellationError() }
        return id
    }

    private func states(_ world: PipelineWorld, _ id: TriggerID) async throws -> [DeliveryState: Int] {
        try #require(try await world.store.trigger(id, app: "shop")).deliveries.filter { $0.value > 0 }
    }

    @Test("Thirty minutes of full outage: nothing lost, hardly a request, no wave when it is over")
    func outage() async throws {
        let service = ScriptedPushService { time, _ in
            time < .seconds(1_800) ? .unavailable(reason: "503", retryAfter: nil) : .accepted(receipt: nil)
        }
        try await world(users: 40, service: service) { world in
            var ids: [TriggerID] = []
            for minute in 0..<8 {
                ids.append(try await submit(world, "t\(minute)"))
                try await world.advance(to: Self.start + .seconds(60 * (minute + 1)))
            }
            let alarm = try await submit(world, "alarm", type: "recall")
            try await world.advance(to: Self.start + .seconds(1_799))
            let during = service.requests.filter { $0.type == "shipped" }
            #expect(during.count < 150, "probes alone: \(during.count)")
            let breaker = try #require(try await world.store.queues().first?.trouble.breaker)
            #expect(breaker.reason == "503" && breaker.since < Self.start + .seconds(60), "commands can say why")
            #expect(breaker.probeAt > world.clock.now - .seconds(120))
            #expect(try await states(world, alarm) == [.failed: 40], "critical ones are tried, and given up in time")
            let user = try await world.store.inbox(
                of: "p1",
                app: "shop",
                filter: InboxFilter(),
                page: PageRequest(limit: 50)
            )
            #expect(
                user.items.contains { $0.type == "recall" && $0.isAlert },
                "they fall back to an alert in the app"
            )

            try await world.advance(to: Self.start + .seconds(2_400))
            var total: [DeliveryState: Int] = [:]
            for id in ids { total.merge(try await states(world, id)) { $0 + $1 } }
            #expect(total.values.reduce(0, +) == 320, "every one is accounted for")
            #expect(total[.accepted] ?? 0 >= 305, "what waited behind the breaker arrives: \(total)")
            #expect(total[.pending] == nil && total[.sending] == nil)
            #expect(service.peakPerSecond <= 60 + 40, "1.2 times the rate, and the critical ones beside it")
            let after = service.requests.filter { $0.at >= Self.start + .seconds(1_800) }
            #expect(Set(after.map { "\($0.token)" }).count == 40)
            #expect(try await world.store.queues().first?.trouble.breaker == nil, "it closed")
        }
    }

    @Test("Waves of 429 with Retry-After: no request before its time, no peak above 1.2 times the rate, nothing lost")
    func throttle() async throws {
        // Every fifth minute the service says for a minute: come back in thirty seconds.
        let service = ScriptedPushService { time, _ in
            Int(time.components.seconds) / 60 % 5 == 0
                ? .throttled(reason: "429", retryAfter: .seconds(30), scope: .sender) : .accepted(receipt: nil)
        }
        try await world(users: 60, service: service) { world in
            var ids: [TriggerID] = []
            for minute in 0..<20 {
                ids.append(try await submit(world, "t\(minute)"))
                try await world.advance(to: Self.start + .seconds(60 * (minute + 1)))
            }
            try await world.advance(to: Self.start + .seconds(1_800))
            var total: [DeliveryState: Int] = [:]
            for id in ids { total.merge(try await states(world, id)) { $0 + $1 } }
            #expect(total.values.reduce(0, +) == 1_200)
            #expect(total[.accepted] ?? 0 >= 1_150, "\(total)")
            #expect(service.peakPerSecond <= 60)
            let told = service.requests.filter { if case .throttled = $0.outcome { true } else { false } }
            for refusal in told {
                let tooEarly = service.requests.filter {
                    $0.at > refusal.at && $0.at < refusal.at + .seconds(30)
                }
                #expect(tooEarly.isEmpty)
            }
        }
    }

    @Test("A service that lies about dead addresses costs nobody a device")
    func lies() async throws {
        let service = ScriptedPushService { time, _ in
            (600..<900).contains(time.components.seconds)
                ? .gone(reason: "Unregistered", since: nil) : .accepted(receipt: nil)
        }
        try await world(users: 60, service: service) { world in
            for minute in 0..<30 {
                _ = try await submit(world, "t\(minute)")
                try await world.advance(to: Self.start + .seconds(60 * (minute + 1)))
            }
            for number in 0..<60 {
                let devices = try await world.store.devices(of: UserID("p\(number)"), app: "shop")
                #expect(devices.map(\.state) == [.active], "p\(number)")
            }
            #expect(service.requests.contains { if case .gone = $0.outcome { true } else { false } })
            #expect(
                try await world.store.queues().first?.invalidationBreakerOpenSince == nil,
                "it closes once the share is normal"
            )
        }
    }

    @Test("A paused queue sends nothing, and everything once it is resumed")
    func paused() async throws {
        let service = ScriptedPushService { _, _ in .accepted(receipt: nil) }
        try await world(users: 20, service: service) { world in
            let queue = QueueKey(app: "shop", provider: .fcm)
            try await ChangeQueues(store: world.store).pause([queue], now: world.clock.now)
            _ = world.queues.apply(try await world.store.queues(), now: world.clock.now)
            let id = try await submit(world, "t1")
            try await world.drain()
            try await world.advance(to: Self.start + .seconds(600))
            #expect(service.requests.isEmpty)
            #expect(try await states(world, id) == [.pending: 20])
            try await ChangeQueues(store: world.store).resume([queue], now: world.clock.now)
            #expect(world.queues.apply(try await world.store.queues(), now: world.clock.now))
            world.work.deliverable.fire()
            try await world.advance(to: world.clock.now + .seconds(5))
            #expect(try await states(world, id) == [.accepted: 20])
        }
    }

    @Test("A broadcast that fills the queue never delays a critical delivery")
    func priority() async throws {
        let service = ScriptedPushService { _, _ in .accepted(receipt: nil) }
        try await world(users: 300, limits: QueueLimits(perSecond: 10), service: service) { world in
            _ = try await submit(world, "broadcast")
            try await world.drain()
            let before = service.requests.count
            #expect(before < 10, "the rate holds the broadcast back")
            let result = try await world.intake.submit(
                [PipelineWorld.draft("x", type: "recall", owner: "p7")],
                app: "shop"
            )
            guard case .accepted(let id) = try result[0].get().acceptance else { throw CancellationError() }
            try await world.drain()
            #expect(try await states(world, id) == [.accepted: 1], "it does not wait for the rate")
            #expect(service.requests.last?.type == "recall")
            try await world.advance(to: Self.start + .seconds(60))
            #expect(service.requests.count == 301)
        }
    }
}
