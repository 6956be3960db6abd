import PealCore
import PealEngine
import PealRealtime
import PealSQL
import Testing

@testable import PealTesting

@Suite("Live clients and the server agree")
struct LiveModelTests {
    private static let users: [UserID] = ["a", "b"]
    /// Sometimes so small that gaps come up that cannot be resumed.
    private static func limits(_ seed: UInt64) -> StreamLimits {
        seed % 3 == 0 ? StreamLimits(events: 8, rows: 4) : StreamLimits(events: 400, rows: 300)
    }

    @Test("N clients that come and go end equal to the server, get nothing twice and miss nothing silently")
    func converge() async throws {
        var total = ModelClient.Tally()
        for seed in 0..<300 { total.add(try await run(UInt64(seed))) }
        // Otherwise the runs would prove little.
        #expect(total.messages > 10_000, "\(total)")
        #expect(total.broken > 400 && total.resumed > 2_000, "\(total)")
        #expect(total.resyncs > 100 && total.resyncs < total.resumed / 2, "\(total)")
        #expect(total.repeated == 0, "\(total)")
        #expect(total.live > 1_000, "\(total)")
    }

    /// One run from a seed.
    private func run(_ seed: UInt64) async throws -> ModelClient.Tally {
        var random = RunRandom(seed: seed)
        var world = try await LiveWorld(limits: Self.limits(seed))
        for user in Self.users { try await world.scene.user(user) }
        var clients = (0..<5).map { ModelClient(user: Self.users[$0 % 2]) }
        for _ in 0..<100 {
            switch random.below(14) {
            case 0...4: try await Self.happen(in: world, &random)
            case 5, 6: try await world.read()
            case 7 where random.below(3) == 0:
                for index in clients.indices { clients[index].disconnect() }
                world = try await world.restarted(limits: Self.limits(seed))
            default:
                let index = random.below(clients.count)
                if !clients[index].isConnected { try await clients[index].connect(world) }
                let breaks = random.below(2) == 0 ? random.below(4) : nil
                try await clients[index].receive(world, breakingAfter: breaks)
                if random.below(4) == 0 { clients[index].disconnect() }
            }
        }
        for index in clients.indices where !clients[index].isConnected { try await clients[index].connect(world) }
        try await world.read()
        for index in clients.indices {
            try await clients[index].receive(world, breakingAfter: nil)
            try await expectEqual(clients[index], world, seed)
        }
        return clients.reduce(into: ModelClient.Tally()) { $0.add($1.tally) }
    }

    private func expectEqual(_ client: ModelClient, _ world: LiveWorld, _ seed: UInt64) async throws {
        let counts = try await world.engine.inbox.counts(of: client.user, app: world.app)
        #expect(client.badge?.version == counts.badgeVersion && client.badge?.count == counts.badge, "seed \(seed)")
        let server = try await world.state(of: client.user)
        #expect(client.notifications == server, "seed \(seed)")
        let preferences = try await world.engine.preferences.view(of: client.user, app: world.app)
        #expect(client.preferences == preferences?.version, "seed \(seed)")
    }

    /// Something happens on the server.
    private static func happen(in world: LiveWorld, _ random: inout RunRandom) async throws {
        let user = users[random.below(2)]
        let (engine, app, scene) = (world.engine, world.app, world.scene)
        switch random.below(9) {
        case 0, 1, 2:
            let isHidden = random.below(4) == 0
            let names = random.below(3) == 0 ? users : [user]
            try await scene.notify(names) { _ in
                (isHidden ? .hide(.categoryDisabled) : .show, .suppress(.noDevice))
            }
        case 3, 4, 5, 6:
            let rows = try await scene.store.heldItems(of: user, app: app, page: PageRequest(limit: 9)).items
            guard !rows.isEmpty else { return }
            let marks: [InboxMark] = [.seen, .read, .unread, .deleted, .archived, .opened]
            let row = rows[random.below(rows.count)]
            _ = try await engine.inbox.mark(row.id, of: user, app: app, as: marks[random.below(marks.count)])
        case 7: _ = try await engine.inbox.markAll(of: user, app: app, as: random.below(2) == 0 ? .read : .archived)
        default:
            let isOn = random.below(2) == 0
            let change = PreferenceChange(categories: ["status": .init(enabled: isOn, channels: [:])], at: scene.now)
            _ = try await engine.preferences.update(change, of: user, app: app)
        }
    }
}

extension ModelClient.Tally {
    mutating func add(_ other: Self) {
        messages += other.messages
        broken += other.broken
        resumed += other.resumed
        resyncs += other.resyncs
        repeated += other.repeated
        live += other.live
    }
}

/// The same run for the same seed (SplitMix64).
struct RunRandom {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03) }

    /// A number in 0..<bound.
    mutating func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
}
