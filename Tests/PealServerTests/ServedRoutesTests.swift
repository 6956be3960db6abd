import Foundation
import Logging
import PealCore
import PealCrypto
import PealHTTP
import PealSQLite
import PealStore
import PealTesting
import PealWire
import Testing

@testable import PealEngine

@Suite("The calls that are served", .timeLimit(.minutes(15)))
struct ServedRoutesTests {
    @Test("are those of the contract, each once")
    func everything() async throws {
        let served = try await Self.routes(sandbox: Self.control)
        #expect(Set(served).count == served.count)
        #expect(Set(served).subtracting(APIRoutes.all).map(\.path).isEmpty)
        #expect(Set(APIRoutes.all).subtracting(served).map(\.path).isEmpty)
    }

    @Test("have nothing of the sandbox in production")
    func production() async throws {
        let served = try await Self.routes(sandbox: nil)
        #expect(!served.isEmpty)
        #expect(!served.contains { $0.access == .sandbox || $0.path.hasPrefix("/sandbox") })
        #expect(Set(served) == Set(APIRoutes.all.filter { $0.access != .sandbox }))
    }

    /// The routes of an edge over a fresh store.
    private static func routes(sandbox: SandboxControl?) async throws -> [APIRoute] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try SQLiteStore.open(path: directory.appending(path: "peal.sqlite").path, mode: .production)
        let clock = TestClock()
        let ids = IDGenerator { UUIDv7(milliseconds: 1, random: (0, 1)) }
        let services = APIServices(
            store: store,
            intake: intake(store, clock, ids),
            catalogs: CatalogRegistry(),
            keyring: Keyring(),
            tokens: try await PersonTokens(keys: [:]),
            acceptsTestKeys: false,
            origins: [:],
            zones: { _ in nil },
            ids: ids,
            now: { clock.now },
            tokenProblem: { _, _, _ in nil },
            uptime: { .zero },
            wait: { _ in },
            health: HealthChecks(checks: [], metrics: { "" }),
            assets: { _ in nil },
            openAPI: [],
            sandbox: sandbox,
            logger: Logger(label: "test")
        )
        let routes = services.routes
        try store.close()
        return routes
    }

    private static func intake(_ store: SQLiteStore, _ clock: TestClock, _ ids: IDGenerator) -> TriggerIntake {
        let registry = CatalogRegistry()
        let decider = PageDecider(
            catalogs: registry,
            providers: { _ in [] },
            zones: { _ in nil },
            formatting: TextFormatting(),
            ids: ids
        )
        return TriggerIntake(
            store: store,
            catalogs: registry,
            vault: DataVault(keyring: Keyring()),
            ids: ids,
            now: { clock.now },
            gate: BacklogGate(bound: 1),
            metrics: PipelineMetrics(),
            preview: DecisionPreview(store: store, decider: decider, now: { clock.now }),
            crash: CrashPoints()
        )
    }

    /// A sandbox that has nothing; its calls are there all the same.
    private static let control = SandboxControl(
        apps: { [] },
        mintToken: { _ in nil },
        addPhone: { _ in nil },
        screen: { _ in nil },
        tap: { _, _ in .noPhone },
        change: { _, _ in false },
        pushes: { _, _ in ([], nil) },
        addFault: { _ in },
        clearFaults: {},
        clock: { Timestamp(seconds: 0) },
        moveClock: { $0 },
        settle: { _ in true },
        scenario: { nil },
        demoState: { _ in nil },
        resetDemo: { false }
    )
}
