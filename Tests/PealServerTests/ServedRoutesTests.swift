import Foundation
import Logging
import PealCore
import PealHTTP
import PealSQLite
import PealWire
import Testing

@testable import PealEngine

@Suite("The calls that are served")
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
        let ids = IDGenerator { UUIDv7(milliseconds: 1, random: (0, 1)) }
        let logger = Logger(label: "test")
        let clock = VirtualClock(at: Timestamp(seconds: 0))
        let engine = Engine(ports: EnginePorts(store: store, clock: clock, ids: ids, logger: logger))
        var settings = APISettings(tokens: UserTokens([:]), uptime: { .zero }, wait: { _ in })
        settings.sandbox = sandbox
        let services = APIServices(engine: engine, settings: settings)
        let routes = services.routes
        try store.close()
        return routes
    }

    /// A sandbox that has nothing; its calls are there all the same.
    private static let control = SandboxControl(
        apps: { [] },
        mintToken: { _ in nil },
        phones: .init(
            add: { _ in nil },
            screen: { _ in nil },
            tap: { _, _ in .noPhone },
            change: { _, _ in false },
            owner: { _ in nil },
            follow: { _, _, _ in },
            pushes: { _, _ in ([], nil) }
        ),
        faults: .init(add: { _ in }, clear: {}),
        time: .init(now: { Timestamp(seconds: 0) }, move: { $0 }, settle: { _ in true })
    )
}
