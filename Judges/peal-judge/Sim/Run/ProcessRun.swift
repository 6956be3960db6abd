import JudgeKit
import PealCore
import PealEngine
import PealProviderKit
import PealSQL

/// One run of the process, from its start to its crash: the real intake, decisions, delivery and sweeps on the real
/// store.
final class ProcessRun: Sendable {
    let number: Int
    let storage: SQLiteSimStore
    let store: any EngineStore
    /// What the checks look at.
    let facts: FactReader
    let engine: Engine
    /// The texts of the catalogs on disk, the oldest first.
    let texts: [String]

    private init(number: Int, storage: SQLiteSimStore, engine: Engine, texts: [String]) {
        self.number = number
        self.storage = storage
        self.engine = engine
        self.texts = texts
        store = storage.store
        facts = storage.facts
    }

    /// Opens what is stored.
    static func open(
        number: Int,
        stored: SQLiteFiles,
        setup: SimSetup,
        apps: [SimWorld.App],
        injectedBug: InjectedBug?,
        clock: VirtualClock,
        sharedRandom: SharedRandom,
        ids: IDGenerator,
        providers list: [AppID: [any PushProvider]],
        hooks: WriteHooks
    ) async throws -> ProcessRun {
        let storage = try stored.open(hooks)
        let store = storage.store
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
                    return catalog.map { injectedBug.applied(to: $0) }
                }
            )
            texts += kept.map(\.yaml)
        }
        var ports = EnginePorts(
            store: store,
            clock: clock,
            ids: ids,
            providers: ProviderRegistry(list, installed: .shipped),
            catalogs: registry,
            keyring: setup.keyring,
            logger: setup.logger
        )
        ports.zones = { setup.zone($0) }
        ports.random = { sharedRandom.unit() }
        ports.limits = EngineLimits(backlog: 1_000, maximumInFlight: 12)
        let engine = Engine(ports: ports)
        try await engine.beginQueues()
        return ProcessRun(number: number, storage: storage, engine: engine, texts: texts)
    }
}
