import PealCore
import PealProviderKit
import PealSQL
import PealStore
import PealTesting
import Synchronization
import Testing

@testable import PealEngine

@Suite("From trigger to outcome")
struct DeliveryFlowTests {
    private func states(_ world: PipelineWorld, _ id: TriggerID) async throws -> [DeliveryState: Int] {
        try #require(try await world.store.trigger(id, app: "shop")).deliveries.filter { $0.value > 0 }
    }

    private func submit(_ world: PipelineWorld, _ transition: String = "t1") async throws -> TriggerID {
        let result = try await world.intake.submit([PipelineWorld.draft(transition)], app: "shop")[0].get().acceptance
        guard case .accepted(let id) = result else { throw CancellationError() }
        return id
    }

    @Test("An accepted trigger reaches the device with its tag, link and token")
    func delivered() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            try await world.running {
                let id = try await submit(world)
                try await world.drain()
                let message = try #require(world.provider.sent.first)
                #expect(message.token == "token-ann" && message.body == "Lamp is on its way")
                #expect(message.payload.link == "/orders/o1")
                #expect(message.payload.id == "ntf_\(message.identityTag)")
                #expect(try await states(world, id) == [.accepted: 1])
                #expect(try await world.store.trigger(id, app: "shop")?.status == .done)
            }
        }
    }

    @Test("Failures are tried again at the catalog's times, with the same tag, and then given up (R140)")
    func retried() async throws {
        try await PipelineWorld.with(answer: { _ in .unavailable(reason: "503", retryAfter: nil) }) { world in
            try await world.addUserWithDevice("ann")
            try await world.running {
                let id = try await submit(world)
                try await world.drain()
                #expect(world.provider.sent.count == 1)
                #expect(try await world.store.nextDue(after: world.clock.now) == PipelineWorld.start + .seconds(1))
                world.clock.advance(by: .milliseconds(999))
                try await world.drain()
                #expect(world.provider.sent.count == 1)
                world.clock.advance(by: .milliseconds(1))
                try await world.drain()
                world.clock.advance(by: .seconds(5))
                try await world.drain()
                #expect(world.provider.sent.count == 3)
                #expect(Set(world.provider.sent.map(\.identityTag)).count == 1)
                #expect(try await states(world, id) == [.failed: 1])
            }
        }
    }

    @Test("Expiry beats retry (promise 4)")
    func expired() async throws {
        try await PipelineWorld.with(answer: { _ in
            .throttled(reason: "429", retryAfter: .seconds(7_200), scope: .sender)
        }) { world in
            try await world.addUserWithDevice("ann")
            try await world.running {
                let id = try await submit(world)
                try await world.drain()
                #expect(try await states(world, id) == [.expired: 1])
            }
        }
    }

    @Test("What a dead process left in flight is sent again by the next, as policy says")
    func interrupted() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let id = try await submit(world)
            _ = try await world.fanOut.slice()
            let epoch = try await world.store.beginEpoch()
            #expect(try await world.store.claim(now: world.clock.now, limit: 10, epoch: epoch).count == 1)
            try await world.running {
                try await world.drain()
                #expect(world.provider.sent.count == 1)
                #expect(try await states(world, id) == [.accepted: 1])
            }
        }
    }

    @Test("In-flight sends stay within the bound")
    func bounded() async throws {
        let flight = Flight()
        try await PipelineWorld.with(answer: { _ in
            await flight.visit()
            return .accepted(receipt: nil)
        }) { world in
            for number in 0..<60 { try await world.addUserWithDevice("p\(number)") }
            try await world.running {
                var draft = PipelineWorld.draft("t1")
                draft.audience = .all
                _ = try await world.intake.submit([draft], app: "shop")[0].get()
                try await world.drain()
                #expect(world.provider.sent.count == 60)
                #expect(flight.peak <= 8 && flight.peak > 1)
            }
        }
    }
}

/// Counts who is in at once.
private final class Flight: Sendable {
    private let state = Mutex((now: 0, peak: 0))

    var peak: Int { state.withLock { $0.peak } }

    func visit() async {
        state.withLock { state in
            state.now += 1
            state.peak = max(state.peak, state.now)
        }
        await Task.yield()
        state.withLock { $0.now -= 1 }
    }
}
