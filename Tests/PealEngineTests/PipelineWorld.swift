import Foundation
import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealProviderKit
import PealSQL
import PealSQLite
import PealStore
import PealTesting
import Synchronization
import Testing

@testable import PealEngine

/// The real loops on a real database, a scripted provider and a clock that stands still.
struct PipelineWorld: Sendable {
    /// The data directory.
    let folder: URL
    let store: SQLiteStore
    let clock: VirtualClock
    let provider: ScriptedProvider
    /// The push service of devices for which no other is named.
    private let way: ProviderID
    let engine: Engine

    var intake: TriggerIntake { engine.intake }
    var delivery: DeliveryLoop { engine.delivery }
    var decisions: DecisionLoop { engine.decisions }
    var receipts: ReceiptLoop { engine.receipts }
    var queues: QueueRegistry { engine.queues }
    var work: PipelineWakeUps { engine.ports.work }
    var metrics: PipelineMetrics { engine.metrics }
    var keyring: Keyring { engine.ports.keyring }
    private var ids: IDGenerator { engine.ports.ids }

    static let start = Timestamp(seconds: 1_790_000_000)

    static let catalog = """
        app: shop
        name: Shop
        locales: [en]
        timeZone: UTC
        links: {scheme: shop, routes: ["/", "/orders/{id}"], fallback: /}
        providers: [fcm, apns]
        retry: {delays: [1s, 5s]}
        quietHours: {default: {start: "22:00", end: "08:00"}, enabled: true, editable: true, action: defer}
        entities: {order: {}}
        categories:
          orders: {key: orders, name: orders, title: Orders, description: Orders}
        types:
          shipped:
            category: orders
            audience: {default: {owner: true}, allow: [owner, users, all]}
            priority: normal
            title: Shipped
            body: "{{item}} is on its way"
            link: /orders/{{entityId}}
            ttl: 1h
            once: transition
            data: {item: {type: string, example: Lamp}}
          moved:
            category: orders
            audience: {default: {owner: true}, allow: [owner, users, all]}
            priority: normal
            title: Moved
            body: "{{item}} arrives later"
            link: /orders/{{entityId}}
            ttl: 1h
            ordered: true
            once: transition
            data: {item: {type: string, example: Lamp}}
          news:
            category: orders
            audience: {default: {owner: true}, allow: [owner, users, all]}
            priority: normal
            title: News
            body: "{{item}}"
            link: /orders/{{entityId}}
            summary: {over: 3, body: "{{count}} new ones"}
            ttl: 1h
            once: transition
            data: {item: {type: string, example: Lamp}}
          paused:
            enabled: false
            category: orders
            audience: {default: {owner: true}, allow: [owner, users, all]}
            priority: normal
            title: Paused
            body: Paused
            link: /
            ttl: 1h
          recall:
            category: orders
            audience: {default: {owner: true}, allow: [owner, users, all]}
            priority: critical
            title: Recall
            body: "{{item}} is dangerous"
            link: /orders/{{entityId}}
            ttl: 1h
            fallback: inApp
            once: transition
            data: {item: {type: string, example: Lamp}}
        """

    static func with<Value: Sendable>(
        backlog: Int = 1_000,
        apps: [AppID] = ["shop"],
        maximumInFlight: Int = 16,
        limits: QueueLimits = QueueLimits(),
        clock: VirtualClock = VirtualClock(at: PipelineWorld.start),
        client: (any PushProvider)? = nil,
        others: [any PushProvider] = [],
        answer: @escaping @Sendable (PushMessage) async -> SendOutcome = { _ in .accepted(receipt: "r") },
        _ body: (PipelineWorld) async throws -> Value
    ) async throws -> Value {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let work = PipelineWakeUps()
        let wakeUps = WakeUps(work)
        let path = directory.appending(path: "peal.db").path
        let store = try SQLiteStore.open(path: path, mode: .production) { wakeUps($0, isClaimed: $1) }
        let world = try PipelineWorld(
            folder: directory,
            store: store,
            work: work,
            backlog: backlog,
            apps: apps,
            maximumInFlight: maximumInFlight,
            provider: ScriptedProvider(limits: limits, answer: answer),
            clock: clock,
            client: client,
            others: others
        )
        let value = try await body(world)
        try store.close()
        return value
    }

    private init(
        folder: URL,
        store: SQLiteStore,
        work: PipelineWakeUps,
        backlog: Int,
        apps: [AppID],
        maximumInFlight: Int,
        provider: ScriptedProvider,
        clock: VirtualClock,
        client: (any PushProvider)?,
        others: [any PushProvider]
    ) throws {
        let client = client ?? provider
        let way = client.id
        self.way = way
        self.folder = folder
        self.store = store
        self.provider = provider
        self.clock = clock
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let counter = Mutex<UInt64>(0)
        let ids = IDGenerator {
            UUIDv7(
                milliseconds: UInt64(clock.now.milliseconds),
                random: (
                    0,
                    counter.withLock {
                        $0 += 1; return $0
                    }
                )
            )
        }
        var ports = EnginePorts(store: store, clock: clock, ids: ids, logger: logger)
        for app in apps {
            let yaml = Self.catalog.replacing("app: shop", with: "app: \(app)")
            let reading = CatalogReader.read(yaml: yaml, file: "\(app).yaml")
            var catalog = try #require(reading.catalog, "\(reading.findings)")
            catalog.version = 1
            ports.catalogs.put([catalog])
            ports.keyring.install(.generate(), app: app, version: 1)
        }
        ports.providers = ProviderRegistry(Dictionary(uniqueKeysWithValues: apps.map { ($0, [client] + others) }))
        ports.random = { 0.5 }
        ports.work = work
        ports.limits = EngineLimits(backlog: backlog, maximumInFlight: maximumInFlight)
        engine = Engine(ports: ports)
    }

    /// The decision loop of this world on another store.
    func decisions(on store: any DecisionPorts) -> DecisionLoop {
        var dependencies = decisions.dependencies
        dependencies.store = store
        return DecisionLoop(dependencies, gate: BacklogGate(bound: 1_000))
    }

    var fanOut: FanOut { decisions.fanOut }

    /// One slice of what has come due of held pushes; whether there was anything.
    func releaseSlice() async throws -> Bool {
        let due = try await store.dueDecisions(now: clock.now, limit: 1, after: nil)
        return try await decisions.release.slice(of: due.appsWithDueHeld) {}
    }

    var closing: WindowClosing { decisions.closing }

    /// Users `p0`, `p1` and so on, who have no device.
    func addUsers(_ count: Int, app: AppID = "shop") async throws {
        try await inBulk(0..<count) { number in
            let user = User(id: UserID("p\(number)"), createdAt: clock.now, updatedAt: clock.now)
            _ = try await store.putUser(user, app: app)
        }
    }

    func addUserWithDevice(
        _ name: String,
        token: String? = nil,
        environment: String? = nil,
        provider: ProviderID? = nil,
        app: AppID = "shop"
    ) async throws {
        let way = provider ?? way
        let token = token ?? "token-\(name)"
        let user = UserID(name)
        _ = try await store.putUser(User(id: user, createdAt: clock.now, updatedAt: clock.now), app: app)
        var device = Device(
            id: ids.make(),
            userID: user,
            provider: way,
            tokenHash: try keyring.tokenHash(token, app: app, provider: way),
            sealedToken: [],
            platform: way == .apns ? .ios : .android,
            permission: .granted,
            state: .active,
            createdAt: clock.now,
            lastSeenAt: clock.now
        )
        device.environment = environment
        _ = try await store.register(device, app: app) { [keyring] id in
            try keyring.seal(Array(token.utf8), app: app, context: id.description)
        }
    }

    /// A decision that holds its push.
    func held(_ user: UserID, until instant: Timestamp) -> NewNotification {
        NewNotification(
            id: ids.make(),
            userID: user,
            decision: Decision(
                inApp: .show,
                push: .hold(until: instant),
                priority: .normal,
                isAlert: false,
                holdStage: .quietHours,
                trace: Trace([Trace.Step(.quietHours, .hold, .quietHours)])
            ),
            category: "orders",
            content: StoredContent(link: "/", locale: "en"),
            createdAt: clock.now,
            expiresAt: instant + .seconds(600),
            policyVersion: 1,
            alertsOnFailure: false
        )
    }

    static func draft(
        _ transition: String,
        type: TypeID = "shipped",
        owner: String = "ann",
        item: String = "Lamp"
    ) -> TriggerDraft {
        let order = EntityRef(type: "order", id: "o1")
        return TriggerDraft(
            type: type,
            entity: order,
            entities: [EntityPatch(ref: order, ownerID: UserID(owner))],
            transition: transition,
            data: ["item": .string(item)]
        )
    }

    /// Runs the loops while the body runs.
    func running<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await decisions.run(); return nil
            }
            group.addTask {
                try await delivery.run(); return nil
            }
            group.addTask {
                try await receipts.run(); return nil
            }
            group.addTask {
                try await engine.sync.run(); return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() { if let result { return result } }
            throw CancellationError()
        }
    }

    /// Returns when nothing is due or in flight.
    func drain() async throws {
        while true {
            let version = work.progress.version
            if try await !store.hasWork(now: clock.now, holds: queues.holds(now: clock.now)) { return }
            await work.progress.wait(after: version)
            try Task.checkCancellation()
        }
    }

    /// Steps through every due instant up to the target, draining each.
    func advance(to target: Timestamp) async throws {
        try await drain()
        while let due = try await store.nextDue(after: clock.now, holds: queues.holds(now: clock.now)), due <= target {
            clock.set(due)
            try await drain()
        }
        clock.set(target)
        try await drain()
    }
}
