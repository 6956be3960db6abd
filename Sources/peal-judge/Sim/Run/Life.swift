import Foundation
import PealCore
import PealEngine
import PealProviderKit
import PealSQLite
import PealStore

/// One life of the process, from its start to its crash: the real intake, decisions, delivery and sweeps on the real
/// store.
final class Life: Sendable {
    let number: Int
    let directory: URL
    let store: SQLiteStore
    /// What the invariants look through.
    let view: StoreView
    let engine: Engine
    /// The texts of the catalogs on disk, the oldest first.
    let texts: [String]

    private init(number: Int, directory: URL, store: SQLiteStore, engine: Engine, texts: [String]) throws {
        self.number = number
        self.directory = directory
        self.store = store
        self.engine = engine
        self.texts = texts
        view = try StoreView(path: directory.appending(path: Self.fileName).path)
    }

    static let fileName = "peal.db"

    /// Opens what lies in a directory.
    static func open(
        number: Int,
        directory: URL,
        setup: SimSetup,
        apps: [SimWorld.App],
        clock: VirtualClock,
        dice: Dice,
        ids: IDGenerator,
        providers list: [AppID: [any PushProvider]],
        hooks: WriteHooks
    ) async throws -> Life {
        let path = directory.appending(path: fileName).path
        let store = try SQLiteStore.open(path: path, mode: .sandbox, hooks: hooks)
        let registry = CatalogRegistry()
        var texts: [String] = []
        for app in apps {
            if let text = app.published.first {
                _ = try await store.publish(app: app.id, fileHash: Array(text.utf8), yaml: text, now: clock.now)
            }
            let kept = try await store.catalogs(app: app.id)
            registry.put(
                kept.compactMap { kept in
                    var catalog = app.texts[kept.yaml]
                    catalog?.version = kept.version
                    return catalog
                }
            )
            texts += kept.map(\.yaml)
        }
        var ports = EnginePorts(
            store: store,
            clock: clock,
            ids: ids,
            catalogs: registry,
            keyring: setup.keyring,
            logger: setup.logger
        )
        ports.providers = ProviderRegistry(list)
        ports.zones = { setup.zone($0) }
        ports.random = { dice.unit() }
        ports.limits = EngineLimits(backlog: 1_000, maximumInFlight: 12)
        let engine = Engine(ports: ports)
        try await engine.readQueueRecords()
        return try Life(number: number, directory: directory, store: store, engine: engine, texts: texts)
    }
}
