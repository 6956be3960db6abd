import GRDB
import PealCore
import PealStore
import Synchronization

/// Every store port on one SQLite file: write-ahead log, one batching writer, snapshot readers (design §4).
///
/// When a method that writes returns, its effect has been synced to disk.
public final class SQLiteStore: Sendable {
    /// What a data directory is for; a store never opens one of the other mode (design §9).
    public enum Mode: String, Sendable, CaseIterable {
        case production, sandbox
    }

    let pool: DatabasePool
    let writer: BatchingWriter
    /// Triggers accepted, not cancelled and not fanned out, of all apps.
    private let waitingTriggers: Mutex<Int>

    init(pool: DatabasePool, waitingTriggers: Int, hooks: WriteHooks? = nil) {
        self.pool = pool
        self.writer = BatchingWriter(pool: pool, hooks: hooks)
        self.waitingTriggers = Mutex(waitingTriggers)
    }

    /// How many triggers wait for their fan-out.
    var waitingCount: Int { waitingTriggers.withLock { $0 } }

    /// Counts triggers that began or ceased to wait, once that is committed.
    func countWaiting(_ change: Int) {
        waitingTriggers.withLock { $0 += change }
    }

    /// Runs a reading closure on a snapshot.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw StoreError.wrapping(error)
        }
    }
}

extension SQLiteStore {
    /// Opens or creates a database file, migrates it and sets it up for durable commits.
    /// - Throws: ``StoreError`` `incompatible` when the file belongs to the other mode or a newer version.
    public static func open(path: String, mode: Mode) throws -> SQLiteStore {
        try open(path: path, mode: mode, configuration: Configuration())
    }

    /// Opens a database file as in ``open(path:mode:)`` and tells of every change.
    package static func open(path: String, mode: Mode, hooks: WriteHooks) throws -> SQLiteStore {
        try open(path: path, mode: mode, configuration: Configuration(), hooks: hooks)
    }

    static func open(
        path: String,
        mode: Mode,
        configuration base: Configuration,
        hooks: WriteHooks? = nil
    ) throws -> SQLiteStore {
        var configuration = base
        configuration.label = "peal"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY")
        }
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets NORMAL after `prepareDatabase`: with it a power loss would undo an answered commit.
            try pool.writeWithoutTransaction { db in
                try db.execute(
                    sql:
                        "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864"
                )
            }
            try Migrations.run(on: pool)
            try pool.write { db in try claimMode(mode, db) }
            return SQLiteStore(pool: pool, waitingTriggers: try pool.read(countWaitingTriggers), hooks: hooks)
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// Closes the file once the transactions in flight have ended; every later call fails.
    public func close() throws {
        do { try pool.close() } catch { throw StoreError.wrapping(error) }
    }

    /// Writes 64 KiB to the disk, as an operator's readiness check does: a full disk shows here first.
    ///
    /// Fresh bytes each time: SQLite writes nothing for a value that is already there.
    /// - Throws: ``StoreError`` `unavailable`.
    public func probe() async throws {
        _ = try await writer.perform(.intake) { db in
            try db.run(
                """
                INSERT INTO meta (key, value) VALUES ('probe', hex(randomblob(32768)))
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """
            )
        }
    }

    /// Copies the database, consistent as of one instant, while it is in use.
    ///
    /// Blocks the calling thread.
    public func backup(to path: String) throws {
        do {
            let target = try DatabaseQueue(path: path)
            try pool.backup(to: target)
            try target.close()
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// The first opening decides what the directory is for.
    private static func claimMode(_ mode: Mode, _ db: Database) throws {
        guard try !isClaimed(for: mode, db) else { return }
        try db.run("INSERT INTO meta (key, value) VALUES ('mode', ?)", [mode.rawValue])
    }

    /// Whether a database was made for a mode; a fresh one is for none yet.
    static func isClaimed(for mode: Mode, _ db: Database) throws -> Bool {
        guard let found = try db.value(String.self, "SELECT value FROM meta WHERE key = 'mode'") else { return false }
        guard found != mode.rawValue else { return true }
        let advice = mode == .sandbox ? "leave `--sandbox` out" : "add `--sandbox`"
        throw StoreError(
            .incompatible,
            "this data directory was made for \(found): choose another one for \(mode.rawValue), or \(advice)"
        )
    }

    private static func countWaitingTriggers(_ db: Database) throws -> Int {
        try db.value(
            Int.self,
            "SELECT COUNT(*) FROM trigger WHERE fan_out <> 'finished' AND cancelled_at IS NULL"
        ) ?? 0
    }
}
