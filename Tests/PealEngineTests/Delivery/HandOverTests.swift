import PealCore
import PealProviderKit
import PealSQL
import PealTesting
import Testing

@testable import PealEngine

@Suite("A push that was claimed before its device or its user left")
struct HandOverTests {
    /// What ends a device's right to pushes.
    enum Departure: String, CaseIterable, Sendable {
        case logout, tokenMove, switchedOff, erasure
    }

    private static func phone(_ token: String) -> NewDevice {
        NewDevice(
            provider: .fcm,
            token: token,
            platform: .android,
            environment: nil,
            appVersion: nil,
            permission: .granted,
            capabilities: [:],
            locale: nil,
            timeZone: nil
        )
    }

    /// Does what is answered to the user, or to the backend.
    private static func depart(_ departure: Departure, of user: UserID, _ world: PipelineWorld) async throws {
        let device = try #require(try await world.engine.devices.devices(of: user, app: "shop").first)
        switch departure {
        case .logout: #expect(try await world.engine.devices.revoke(device.id, of: user, app: "shop"))
        case .tokenMove:
            let moved = try await world.engine.devices.register(phone("token-\(user)"), user: "eve", app: "shop")
            #expect(moved.created)
        case .switchedOff:
            let off = try await world.engine.devices.change(
                device.id,
                of: user,
                app: "shop",
                permission: nil,
                capabilities: nil,
                enabled: false
            )
            #expect(off?.state == .disabled)
        case .erasure: #expect(try await world.engine.users.erase(user, app: "shop") != nil)
        }
    }

    /// A push to each of some users, decided and not claimed yet.
    private static func push(to users: [UserID], _ world: PipelineWorld) async throws -> TriggerID {
        for user in users { try await world.addUserWithDevice(user.rawValue) }
        var draft = PipelineWorld.draft("t1")
        draft.audience = .users(users)
        guard case .accepted(let id) = try await world.intake.submit([draft], app: "shop")[0].get().acceptance else {
            throw CancellationError()
        }
        _ = try await world.fanOut.slice()
        return id
    }

    private static func states(_ world: PipelineWorld, _ id: TriggerID) async throws -> [DeliveryState: Int] {
        try #require(try await world.store.trigger(id, app: "shop")).deliveries.filter { $0.value > 0 }
    }

    @Test(
        "is not handed over after that was answered, and the others of its batch are, whoever claimed it",
        arguments: Departure.allCases,
        [false, true]
    )
    func departed(_ departure: Departure, isLeasedWithDecision: Bool) async throws {
        try await PipelineWorld.with { world in
            let epoch = try #require(await world.delivery.begin())
            if isLeasedWithDecision { world.delivery.handOver(to: epoch) }
            let id = try await Self.push(to: ["ann", "bob", "cleo"], world)
            if isLeasedWithDecision { try await Self.depart(departure, of: "bob", world) }
            let batches = try #require(try await world.delivery.claim(epoch, now: world.clock.now))
            #expect(batches.map(\.items.count) == [3])
            if !isLeasedWithDecision { try await Self.depart(departure, of: "bob", world) }
            for batch in batches { await world.delivery.deliver(batch, epoch) }
            #expect(Set(world.provider.sent.map(\.token)) == ["token-ann", "token-cleo"])
            // It waits in its queue again, where the next claim finds why it ends.
            #expect(try await world.delivery.claim(epoch, now: world.clock.now)?.isEmpty == true)
            let states = try await Self.states(world, id)
            #expect(states == (departure == .erasure ? [.accepted: 2] : [.accepted: 2, .cancelled: 1]))
            #expect(world.queues.statuses.allSatisfy { $0.inFlight == 0 })
        }
    }

    @Test("is not handed over when it is the only one of its batch", arguments: Departure.allCases)
    func single(_ departure: Departure) async throws {
        try await PipelineWorld.with { world in
            _ = try await Self.push(to: ["bob"], world)
            let epoch = try #require(await world.delivery.begin())
            let batches = try #require(try await world.delivery.claim(epoch, now: world.clock.now))
            try await Self.depart(departure, of: "bob", world)
            for batch in batches { await world.delivery.deliver(batch, epoch) }
            #expect(world.provider.sent.isEmpty)
        }
    }

    @Test("is sent when the device was switched on again before the claim")
    func back() async throws {
        try await PipelineWorld.with { world in
            _ = try await Self.push(to: ["ann", "bob"], world)
            let epoch = try #require(await world.delivery.begin())
            try await Self.depart(.switchedOff, of: "bob", world)
            let device = try #require(try await world.engine.devices.devices(of: "bob", app: "shop").first)
            _ = try await world.engine.devices.change(
                device.id,
                of: "bob",
                app: "shop",
                permission: nil,
                capabilities: nil,
                enabled: true
            )
            for batch in try #require(try await world.delivery.claim(epoch, now: world.clock.now)) {
                await world.delivery.deliver(batch, epoch)
            }
            #expect(world.provider.sent.count == 2)
        }
    }

    @Test("is not handed over as a silent sync push either", arguments: Departure.allCases)
    func syncPush(_ departure: Departure) async throws {
        try await PipelineWorld.with { world in
            _ = try await Self.push(to: ["bob"], world)
            let epoch = try #require(await world.delivery.begin())
            for batch in try #require(try await world.delivery.claim(epoch, now: world.clock.now)) {
                await world.delivery.deliver(batch, epoch)
            }
            _ = try await world.store.markAll(of: "bob", app: "shop", as: .read, now: world.clock.now)
            while try await world.engine.sync.step() {}
            let batches = try await world.delivery.claimSyncs(epoch, now: world.clock.now)
            #expect(batches.flatMap(\.items).count == 1)
            try await Self.depart(departure, of: "bob", world)
            for batch in batches { await world.delivery.deliver(batch, epoch) }
            #expect(world.provider.sent.count == 1)
            #expect(world.queues.statuses.allSatisfy { $0.inFlight == 0 })
        }
    }

    @Test("holds up no logout while its provider has it: that is answered, and the push ends as the provider says")
    func blocked() async throws {
        let (asked, answer) = (WakeUp(), WakeUp())
        let provider = ScriptedProvider { _ in
            asked.fire()
            await answer.wait(after: 0)
            return .accepted(receipt: nil)
        }
        try await PipelineWorld.with(client: provider) { world in
            let id = try await Self.push(to: ["bob"], world)
            try await world.running {
                await asked.wait(after: 0)
                try await Self.depart(.logout, of: "bob", world)
                answer.fire()
                try await world.drain()
            }
            #expect(provider.sent.count == 1)
            #expect(try await Self.states(world, id) == [.accepted: 1])
        }
    }
}
