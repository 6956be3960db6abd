import Foundation
import Logging
import PealCatalog
import PealCore
import PealSQL
import PealSQLite
import PealStore
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("Sweeping what is too old")
struct RetentionSweeperTests {
    private struct World {
        let scene: StoreScene<SQLiteStore>
        let clock: VirtualClock
        let sweeper: RetentionSweeper

        /// Runs rounds until one has nothing more to do; how long it rests then.
        func sweep(_ walks: inout [AppID: RetentionWalk]) async throws -> Duration {
            while true {
                guard case .until(let next?) = try await sweeper.round(&walks) else { return .zero }
                if next - clock.now > .seconds(1) { return next - clock.now }
                clock.set(next)
            }
        }
    }

    /// A store whose catalog keeps inbox rows for ten days and its log for twenty.
    private static func with(_ body: (World, PipelineMetrics) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore.open(path: folder.appending(path: "peal.db").path, mode: .production)
        let scene = StoreScene(store: store)
        let retention = "retention: {inbox: 10d, deliveryLog: 20d}"
        let yaml = PipelineWorld.catalog.replacing("app: shop", with: "app: \(scene.app)\n\(retention)")
        let reading = CatalogReader.read(yaml: yaml, file: "shop.yaml")
        let catalogs = CatalogRegistry()
        catalogs.put([try #require(reading.catalog, "\(reading.findings)")])
        let clock = VirtualClock(at: scene.now)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let ids = SequentialIDs().generator
        let engine = Engine(
            ports: EnginePorts(store: store, clock: clock, ids: ids, catalogs: catalogs, logger: logger)
        )
        try await body(World(scene: scene, clock: clock, sweeper: engine.retention), engine.metrics)
        try store.close()
    }

    private static let day = Duration.seconds(86_400)

    @Test("Inbox rows and the delivery log go by their own clocks of the catalog in force (R186, R215, C22)")
    func clocks() async throws {
        try await Self.with { world, metrics in
            let id = try await world.scene.notify(["a"])
            let app = world.scene.app
            var walks: [AppID: RetentionWalk] = [:]
            func stands() async throws -> [Bool] {
                let filter = DecisionFilter(trigger: id)
                return [
                    try await world.scene.inbox("a").count == 1,
                    try await world.scene.store.decisions(app: app, filter: filter, page: PageRequest(limit: 9))
                        .items.count == 1,
                    try await world.scene.store.trigger(id, app: app) != nil,
                ]
            }
            world.clock.set(world.scene.now + Self.day * 10)
            #expect(try await world.sweep(&walks) == .seconds(3600))
            #expect(try await stands() == [true, true, true])
            world.clock.set(world.clock.now + Self.day)
            _ = try await world.sweep(&walks)
            #expect(try await stands() == [false, true, true])
            world.clock.set(world.clock.now + Self.day * 10)
            _ = try await world.sweep(&walks)
            #expect(try await stands() == [false, false, false])
            let text = metrics.text(backlogs: [:], queues: QueueRegistry(maximumInFlight: 1, limits: [:]))
            for what in ["inbox", "decisions", "data", "triggers"] {
                #expect(text.contains("peal_retention_dropped_total{what=\"\(what)\"} 1"))
            }
        }
    }

    @Test("A round is one step of 500 with a pause after it, and a walk goes on where it stands")
    func bounded() async throws {
        try await Self.with { world, _ in
            try await world.scene.notify((0..<1_100).map { UserID("u\($0)") })
            world.clock.set(world.scene.now + Self.day * 30)
            var walks: [AppID: RetentionWalk] = [:]
            var left: [Int] = []
            var pauses: [Duration] = []
            for _ in 0..<3 {
                guard case .until(let next?) = try await world.sweeper.round(&walks) else { break }
                pauses.append(next - world.clock.now)
                left.append(
                    try await world.scene.store.triggers(
                        app: world.scene.app,
                        filter: TriggerFilter(),
                        page: PageRequest(limit: 1)
                    ).items.first?.recipients ?? 0
                )
                world.clock.set(next)
            }
            #expect(left == [600, 100, 0])
            #expect(pauses == [.milliseconds(50), .milliseconds(50), .seconds(3600)])
        }
    }

    @Test(
        "The devices of a user whose unread rows end with their time receive the new number (M19, R172)",
        arguments: [11, 30]
    )
    func badges(_ days: Int) async throws {
        try await Self.with { world, _ in
            let (scene, store) = (world.scene, world.scene.store)
            for user: UserID in ["ann", "ben"] { try await scene.device(user, token: "token of \(user)") }
            try await scene.notify(["ann", "ben"])
            let claimed = try await store.claim(now: scene.now, limit: 9, epoch: 1)
            try await store.record(claimed.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
            // Whose inbox has nothing that a badge counts has no other number to show.
            let own = try #require(claimed.first { $0.userID == "ben" }).id.notification
            _ = try await store.mark(own, of: "ben", app: scene.app, as: .read, now: scene.now)
            try await scene.sync()
            world.clock.set(scene.now + Self.day * days)
            var walks: [AppID: RetentionWalk] = [:]
            _ = try await world.sweep(&walks)
            let room = QueueCapacity(critical: 9, ordinary: 9)
            let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
            let pushes = try await store.claimSyncs(now: world.clock.now, budget: budget, epoch: 1)
            #expect(pushes.map(\.state.user) == ["ann"])
            #expect(pushes.first?.counts.unread == 0 && pushes.first?.counts.unseen == 0)
            #expect(try await store.claimSyncs(now: world.clock.now, budget: budget, epoch: 1).isEmpty)
        }
    }

    @Test("A firing that ended with its entity is forgotten after 30 days, however far ahead its time was")
    func schedules() async throws {
        try await Self.with { world, metrics in
            let (store, app) = (world.scene.store, world.scene.app)
            let start = world.scene.now + Self.day * 700
            for name in ["gone", "stays"] { try await world.scene.event(name, startsAt: start) }
            let gone = EntityRef(type: "event", id: "gone")
            #expect(try await store.deleteEntity(gone, app: app, now: world.clock.now))
            func states() async throws -> [String: FiringState] {
                let notes = try await store.scheduleNotes(app: app, entity: nil, type: "reminder", limit: 9)
                return Dictionary(notes.map { ($0.entity.id, $0.state) }, uniquingKeysWith: { first, _ in first })
            }
            var walks: [AppID: RetentionWalk] = [:]
            world.clock.set(world.clock.now + Self.day * 30)
            _ = try await world.sweep(&walks)
            #expect(try await states() == ["gone": .cancelled, "stays": .waiting])
            world.clock.set(world.clock.now + .seconds(1))
            _ = try await world.sweep(&walks)
            #expect(try await states() == ["stays": .waiting])
            let text = metrics.text(backlogs: [:], queues: QueueRegistry(maximumInFlight: 1, limits: [:]))
            #expect(text.contains("peal_retention_dropped_total{what=\"schedules\"} 1"))
        }
    }

    @Test("What a walk had to pass by is dropped by a later one, when it is over")
    func passedBy() async throws {
        try await Self.with { world, metrics in
            let app = world.scene.app
            let id = try await world.scene.notify(["a"]) { _ in (.show, .hold(until: world.scene.now + .seconds(9))) }
            world.clock.set(world.scene.now + Self.day * 30)
            var walks: [AppID: RetentionWalk] = [:]
            _ = try await world.sweep(&walks)
            #expect(try await world.scene.store.trigger(id, app: app)?.recipients == 1)
            let cancels = CancelTriggers(store: world.scene.store)
            _ = try await cancels.cancel(id, app: app, retracts: false, now: world.clock.now)
            world.clock.set(world.clock.now + Self.day)
            _ = try await world.sweep(&walks)
            #expect(try await world.scene.store.trigger(id, app: app) == nil)
        }
    }
}
