import Foundation
import Logging
import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealSQLite
import ServiceLifecycle

/// What lies on disk, opened: the database, the keys, the published catalogs.
struct EngineDependencies {
    let configuration: ServerConfiguration
    let plugins: ProviderPlugins
    let store: SQLiteStore
    let lock: DirectoryLock
    let clock: any PealClock
    let catalogs: CatalogRegistry
    let keyring: Keyring
    /// Signs checkpoints of audit logs.
    let auditKey: AuditKey
    /// Follows rotations of the root key; `nil` in a sandbox.
    let custody: RootKeyCustody?
    let zones = ZoneRegistry()
    /// How often an operator had accepted the clock.
    let acceptances: Int
    /// What is in question about the clock.
    let clockQuestion: @Sendable () -> ClockState.Question?
    /// What the loops wait for; the store fires it after each commit.
    let work: PipelineWakeUps

    /// Opens a data directory, publishing catalogs that changed.
    /// - Parameters:
    ///   - plan: what is served.
    ///   - clock: the clock that every step reads and waits by.
    ///   - guarded: the same, where it may be wrong: it begins with what the directory knows of the time.
    ///   - logger: logs what goes wrong.
    /// - Returns: what was opened.
    /// - Throws: ``ServerError``, ``StoreError``.
    static func open(
        _ plan: ServerPlan,
        clock: any PealClock,
        guarding guarded: GuardedClock? = nil,
        logger: Logger
    ) async throws -> EngineDependencies {
        let configuration = plan.configuration
        let data = try DataDirectory.make(configuration.dataDirectory, isPrivate: !plan.mode.isSandbox)
        let directory = data.url
        let lock = try DirectoryLock(directory: directory)
        let work = PipelineWakeUps()
        let store = try open(data, plan, wakeUps: WakeUps(work), logger: logger)
        // Before anything is stored under a time.
        let record = try await store.clockRecord()
        guarded?.begin(after: record?.latest)
        let catalogs = CatalogRegistry()
        try await CatalogLoader(logger: logger, providers: plan.plugins.traits)
            .publish(plan.sources, store: store, into: catalogs, now: clock.now)
        let custody = plan.rootKeySource.map { RootKeyCustody(source: $0, directory: directory, logger: logger) }
        let keyring = try await KeyringLoader(
            rootKey: configuration.rootKey,
            store: store,
            now: clock.now,
            custody: custody
        ).load(apps: plan.sources.map(\.app))
        return EngineDependencies(
            configuration: configuration,
            plugins: plan.plugins,
            store: store,
            lock: lock,
            clock: clock,
            catalogs: catalogs,
            keyring: keyring,
            auditKey: try AuditKeyFile(in: directory).load(),
            custody: custody,
            acceptances: record?.acceptances ?? 0,
            clockQuestion: { guarded?.question },
            work: work
        )
    }

    /// What watches the clock of a server in production.
    func watch(_ clock: GuardedClock, logger: Logger) -> any Service {
        ClockService(
            clock,
            store: store,
            acceptances: acceptances,
            witnesses: ClockWitnesses(configuration.apps, now: { clock.now }),
            logger: logger
        )
    }

    /// Closes what was opened, also when the server could not start or did not end in time.
    func close(_ logger: Logger) {
        do { try store.close() } catch {
            logger.error("the database cannot be closed", metadata: ["error": "\(error)"])
        }
        lock.release()
    }

    /// Opens the database, and says so when it is a new one: where an old one was expected, a volume is missing.
    private static func open(
        _ data: DataDirectory,
        _ plan: ServerPlan,
        wakeUps: WakeUps,
        logger: Logger
    ) throws -> SQLiteStore {
        let path = data.database.path
        let isNew = !FileManager.default.fileExists(atPath: path)
        let usesChannels = !plan.plugins.traits.channels.all.isEmpty
        let store = try SQLiteStore.open(path: path, mode: plan.mode.storeMode, usesChannels: usesChannels) {
            wakeUps($0, isClaimed: $1)
        }
        if isNew, !plan.mode.isSandbox {
            logger.notice(
                "created a new database",
                metadata: ["path": "\(path)", "directory": "\(data.isNew ? "new" : "existing")"]
            )
        }
        return store
    }
}
