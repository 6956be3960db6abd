import GRDB
package import PealCore
package import PealSQL
import Synchronization

/// One SQLite file behind every store port: write-ahead log, one batching writer, snapshot readers (design §4).
package final class SQLiteStore: SQLStore {
    /// What a data directory is for; a store never opens one of the other mode (design §9).
    package enum Mode: String, Sendable, CaseIterable {
        case production, sandbox
    }

    let pool: DatabasePool
    private let apps: AppKeys
    package let writer: BatchingWriter
    /// None next to a server, which makes them all.
    let checkpoints: Checkpoints?
    private let reader: BatchingReader
    /// Whether each read is done within its call, as the writer does it: a run with hooks is replayed exactly.
    private let readsNow: Bool
    /// Whether it leaves checkpoints to the server: two connections must not make them at the same time (ADR 0052).
    let mayRunBesideServer: Bool
    package let usesChannels: Bool
    /// Triggers accepted, not cancelled and not fanned out, by app.
    private let waitingTriggers: Mutex<[AppID: Int]>
    let isClosing = Mutex(false)

    init(
        pool: DatabasePool,
        apps: AppKeys,
        counts: CountHook,
        checkpoints: Checkpoints? = nil,
        waitingTriggers: [AppID: Int],
        mayRunBesideServer: Bool = false,
        usesChannels: Bool = true,
        hooks: WriteHooks? = nil,
        onCommit: (@Sendable (_ events: [Event], _ isClaimed: Bool) -> Void)? = nil
    ) {
        self.pool = pool
        self.apps = apps
        self.checkpoints = checkpoints
        self.writer = BatchingWriter(
            connection: SQLiteWriter(pool: pool, counts: counts, checkpoints: checkpoints),
            apps: apps,
            hooks: hooks,
            onCommit: onCommit
        )
        self.reader = BatchingReader(pool: pool, apps: apps)
        readsNow = hooks != nil
        self.mayRunBesideServer = mayRunBesideServer
        self.usesChannels = usesChannels
        self.waitingTriggers = Mutex(waitingTriggers)
    }

    package var waitingCounts: [AppID: Int] { waitingTriggers.withLock { $0 } }

    package func countWaiting(_ change: Int, of app: AppID) {
        waitingTriggers.withLock { $0[app, default: 0] += change }
    }

    package func look<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws
        -> Value
    {
        guard !readsNow else { return try readNow(body) }
        do { return try await reader.look(body) } catch { throw StoreError.wrapping(error) }
    }

    package func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws
        -> Value
    {
        guard !readsNow else { return try readNow(body) }
        do {
            return try await pool.read { [apps] db in try body(SQLConnection(db, apps: apps)) }
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    private func readNow<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
        do {
            return try pool.read { db in try body(SQLConnection(db, apps: apps)) }
        } catch {
            throw StoreError.wrapping(error)
        }
    }
}

extension SQLiteStore {
    /// Writes 64 KiB to the disk, as an operator's readiness check does: a full disk shows here first.
    ///
    /// Fresh bytes each time: SQLite writes nothing for a value that is already there.
    /// - Throws: ``StoreError`` `unavailable`.
    package func probe() async throws {
        _ = try await writer.perform(.intake) { db in
            try db.run(
                """
                INSERT INTO meta (key, value) VALUES ('probe', hex(randomblob(32768)))
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """
            )
        }
    }
}
