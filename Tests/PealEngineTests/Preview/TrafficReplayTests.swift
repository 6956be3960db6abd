import PealCatalog
import PealCore
import PealCrypto
import Testing

@testable import PealEngine

@Suite("Another catalog tried on recorded traffic")
struct TrafficReplayTests {
    private static func catalog(_ version: Int, _ edits: (String, String)...) throws -> Catalog {
        var yaml = PipelineWorld.catalog
        for (old, new) in edits {
            try #require(yaml.contains(old), "no such part: \(old)")
            yaml = yaml.replacing(old, with: new, maxReplacements: 1)
        }
        let reading = CatalogReader.read(yaml: yaml, file: "shop.yaml")
        var catalog = try #require(reading.catalog, "\(reading.findings)")
        catalog.version = version
        return catalog
    }

    private static func replay(_ world: PipelineWorld, keyring: Keyring?) -> TrafficReplay {
        var ports = world.engine.ports
        ports.keyring = keyring ?? ports.keyring
        return Engine(ports: ports).replay
    }

    private static func run(
        _ world: PipelineWorld,
        _ candidate: Catalog,
        bounds: TrafficReplay.Bounds = .init(),
        keyring: Keyring? = nil
    ) async throws -> TrafficDifference {
        let base = try catalog(1)
        return try await replay(world, keyring: keyring).run(
            base: base,
            candidate: candidate,
            version: { $0 == 1 ? base : nil },
            window: (PipelineWorld.start - .seconds(60))..<(world.clock.now + .milliseconds(1)),
            bounds: bounds
        )
    }

    /// Five triggers for one user who has a phone, a minute apart.
    private static func traffic(_ world: PipelineWorld) async throws {
        try await world.addUserWithDevice("ann")
        for number in 0..<5 {
            _ = try await world.intake.submit([PipelineWorld.draft("t\(number)")], app: "shop")
            world.clock.set(world.clock.now + .seconds(60))
        }
    }

    @Test("the same catalog differs in nothing")
    func same() async throws {
        try await PipelineWorld.with { world in
            try await Self.traffic(world)
            let found = try await Self.run(world, try Self.catalog(2))
            #expect((found.triggers, found.decisions, found.differing) == (5, 5, 0))
            #expect(found.before == ["send": 5])
            #expect(found.after == found.before)
        }
    }

    @Test("a throttle counts what it would have let through within the replay")
    func throttle() async throws {
        try await PipelineWorld.with { world in
            try await Self.traffic(world)
            let throttled = try Self.catalog(
                2,
                ("title: Shipped", "throttle: {max: 2, per: 1h, onExceed: suppress}\n    title: Shipped")
            )
            let found = try await Self.run(world, throttled)
            #expect(found.after == ["send": 2, "suppress": 3])
            #expect(found.changes.map(\.count) == [3])
            #expect(found.changes.first?.key.to == "suppress throttled")
            #expect(found.changes.first?.users == ["ann"])

            let digest = try Self.catalog(2, ("title: Shipped", "digest: {key: all, window: 10m}\n    title: Shipped"))
            #expect(try await Self.run(world, digest).after == ["digest": 5])
        }
    }

    @Test("a type that is gone, a renamed variable and other words are told apart")
    func aspects() async throws {
        try await PipelineWorld.with { world in
            try await Self.traffic(world)
            let gone = try await Self.run(world, try Self.catalog(2, ("  shipped:", "  sent:")))
            #expect(gone.after == ["rejected": 5])
            #expect(gone.changes.map(\.key.to) == ["rejected unknown-type"])
            let words = try await Self.run(world, try Self.catalog(2, ("is on its way", "is coming")))
            #expect(words.changes.map(\.key.aspect) == [.content])
            let urgent = try await Self.run(world, try Self.catalog(2, ("priority: normal", "priority: high")))
            #expect(urgent.changes.map { "\($0.key.aspect) \($0.key.from) \($0.key.to)" } == ["priority normal high"])
        }
    }

    @Test("it stops where it is told to, names as many users as asked for, and leaves out what it cannot read")
    func bounds() async throws {
        try await PipelineWorld.with { world in
            try await Self.traffic(world)
            let other = try Self.catalog(2, ("priority: normal", "priority: high"))
            let some = try await Self.run(world, other, bounds: .init(triggers: 3, examples: 0))
            #expect((some.triggers, some.isTruncated) == (3, true))
            #expect(some.changes.first?.users.isEmpty == true)
            let none = try await Self.run(world, other, keyring: Keyring())
            #expect((none.triggers, none.unreadable, none.decisions) == (0, 5, 0))
        }
    }
}
