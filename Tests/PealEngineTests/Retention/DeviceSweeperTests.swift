import Foundation
import Logging
import PealCatalog
import PealCore
import PealSQL
import PealSQLite
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("Sweeping devices")
struct DeviceSweeperTests {
    private static let day = Duration.seconds(86_400)

    /// A store whose catalog is the shop's, with `devices.staleAfter` of 30 days.
    private static func with(
        isAlarmed: @escaping @Sendable (AppID, ProviderID) -> Bool = { _, _ in false },
        isBounded: Bool = false,
        _ body: (StoreScene<SQLiteStore>, VirtualClock, DeviceSweeper, PipelineMetrics) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore.open(path: folder.appending(path: "peal.db").path, mode: .production)
        let scene = StoreScene(store: store)
        let yaml = PipelineWorld.catalog.replacing("app: shop", with: "app: \(scene.app)\ndevices: {staleAfter: 30d}")
        let reading = CatalogReader.read(yaml: yaml, file: "shop.yaml", providers: .shipped)
        let catalogs = CatalogRegistry()
        catalogs.put([try #require(reading.catalog, "\(reading.findings)")])
        let clock = VirtualClock(at: scene.now)
        let metrics = PipelineMetrics()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let sweeper = DeviceSweeper(
            store: store,
            catalogs: catalogs,
            providers: .shipped,
            isAlarmed: isAlarmed,
            isBounded: isBounded,
            clock: clock,
            metrics: metrics,
            logger: logger
        )
        try await body(scene, clock, sweeper, metrics)
        try store.close()
    }

    private static func dead(_ user: UserID, _ scene: StoreScene<SQLiteStore>) async throws {
        var device = scene.newDevice(user, token: "token-of-\(user)", state: .quarantined)
        device.invalidSince = scene.now
        _ = try await scene.register(device)
    }

    private static func state(_ user: UserID, _ scene: StoreScene<SQLiteStore>) async throws -> DeviceState? {
        try await scene.store.devices(of: user, app: scene.app).first?.state
    }

    @Test("An address declared dead is kept for the grace time and forgotten after it (R008, C14)")
    func grace() async throws {
        try await Self.with { scene, clock, sweeper, metrics in
            try await Self.dead("a", scene)
            try await scene.device("b", state: .quarantined)
            clock.advance(by: DevicePolicy.quarantineGrace - .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == .quarantined)
            clock.advance(by: .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == nil)
            #expect(try await Self.state("b", scene) == .quarantined)
            #expect(metrics.invalidDevices.count == 1 && metrics.staleDevices.count == 0)
        }
    }

    @Test("While the token-invalidation breaker is open no token is removed")
    func alarmed() async throws {
        try await Self.with(isAlarmed: { $0 == "reports" && $1 == .fcm }) { scene, clock, sweeper, metrics in
            try await Self.dead("a", scene)
            clock.advance(by: Self.day * 29)
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == .quarantined)
            #expect(metrics.invalidDevices.count == 0)
        }
    }

    @Test("A device not seen for the app's time gets no pushes, and is forgotten half a year later (R011)")
    func stale() async throws {
        try await Self.with { scene, clock, sweeper, metrics in
            try await scene.device("a")
            clock.advance(by: Self.day * 30)
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == .active)
            clock.advance(by: .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == .stale)
            clock.advance(by: DevicePolicy.staleGrace - .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == .stale)
            clock.advance(by: .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == nil)
            #expect(metrics.staleDevices.count == 1 && metrics.removedDevices.count == 1)
        }
    }

    @Test(
        "One sweep long after the last sign of life forgets nothing: that takes a sweep of another day",
        arguments: [211, 400, 1_200, 5_000]
    )
    func oneSweep(days: Int) async throws {
        try await Self.with { scene, clock, sweeper, metrics in
            try await scene.device("a")
            clock.advance(by: Self.day * days)
            for _ in 0..<3 { _ = try await sweeper.round() }
            #expect(try await Self.state("a", scene) == .stale)
            clock.advance(by: Self.day - .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == .stale && metrics.removedDevices.count == 0)
            #expect(try await sweeper.nextDue(after: clock.now) == clock.now + .milliseconds(1))
            clock.advance(by: .milliseconds(1))
            _ = try await sweeper.round()
            #expect(try await Self.state("a", scene) == nil && metrics.removedDevices.count == 1)
        }
    }

    @Test("A day takes at most a tenth of an app's devices, or a hundred; the rest waits for the next day")
    func share() async throws {
        try await Self.with(isBounded: true) { scene, clock, sweeper, metrics in
            try await inBulk(0..<1_205) { number in
                _ = try await scene.register(scene.newDevice(UserID("u\(number)"), token: "t\(number)"))
            }
            clock.advance(by: Self.day * 31)
            for _ in 0..<3 { _ = try await sweeper.round() }
            #expect(metrics.staleDevices.count == 120)
            let sweep = try #require(try await scene.store.deviceSweep(of: scene.app))
            #expect(sweep.devices == 1_205 && sweep.ended == 120 && sweep.waits && sweep.room == 0)
            clock.advance(by: Self.day)
            _ = try await sweeper.round()
            #expect(metrics.staleDevices.count == 240)
        }
        try await Self.with(isBounded: true) { scene, clock, sweeper, metrics in
            try await inBulk(0..<90) { number in
                _ = try await scene.register(scene.newDevice(UserID("u\(number)"), token: "t\(number)"))
            }
            clock.advance(by: Self.day * 31)
            _ = try await sweeper.round()
            #expect(metrics.staleDevices.count == 90)
            #expect(try await scene.store.deviceSweep(of: scene.app)?.waits == false)
        }
    }

    @Test("A revoked device is deleted once the log of its deliveries is, and not before (S15)")
    func revoked() async throws {
        try await Self.with { scene, clock, sweeper, metrics in
            let device = try await scene.device("a")
            #expect(try await scene.store.revoke(device.id, of: "a", app: scene.app, now: clock.now))
            let retention = try #require(
                CatalogReader.read(yaml: PipelineWorld.catalog, file: "shop.yaml", providers: .shipped).catalog?
                    .retention
            )
            clock.advance(by: retention.deliveryLog)
            _ = try await sweeper.round()
            #expect(metrics.deletedDevices.count == 0)
            clock.advance(by: .milliseconds(1))
            _ = try await sweeper.round()
            #expect(metrics.deletedDevices.count == 1)
        }
    }

    @Test("Of the revoked devices of a user the last 20 are kept", arguments: [1, 20, 21, 45])
    func kept(count: Int) async throws {
        try await Self.with { scene, clock, _, _ in
            let other = try await scene.device("b")
            #expect(try await scene.store.revoke(other.id, of: "b", app: scene.app, now: clock.now))
            var ids: [DeviceID] = []
            for number in 0..<count {
                let device = try await scene.register(scene.newDevice("a", token: "many-\(number)")).device
                ids.append(device.id)
                clock.advance(by: .seconds(1))
                #expect(try await scene.store.revoke(device.id, of: "a", app: scene.app, now: clock.now))
            }
            let last = Timestamp(milliseconds: .max)
            let (store, app) = (scene.store, scene.app)
            let kept = try await store.agedDevices(.revoked, app: app, before: last, staleBy: last, limit: 100)
            #expect(Set(kept.map(\.id)) == Set(ids.suffix(20) + [other.id]))
        }
    }

    @Test("A step is bounded, and the next follows soon while there is more")
    func bounded() async throws {
        try await Self.with { scene, clock, sweeper, metrics in
            try await inBulk(0..<520) { number in
                _ = try await scene.register(scene.newDevice(UserID("u\(number)"), token: "t\(number)"))
            }
            clock.advance(by: Self.day * 31)
            guard case .until(let soon) = try await sweeper.round() else {
                Issue.record("there was no pause")
                return
            }
            #expect(metrics.staleDevices.count == 500)
            #expect(soon == clock.now + .seconds(1))
            guard case .until(let later) = try await sweeper.round() else {
                Issue.record("there was no pause")
                return
            }
            #expect(metrics.staleDevices.count == 520)
            #expect(later == clock.now + .seconds(3_600))
            let text = metrics.text(backlogs: [:], queues: QueueRegistry(maximumInFlight: 1, limits: [:]))
            #expect(text.contains("peal_devices_swept_total{reason=\"not-seen\"} 520"))
        }
    }
}
