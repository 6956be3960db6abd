import CPealSQLite
import GRDB
package import PealCore
package import PealSQL
import Synchronization

extension SQLiteStore {
    /// What an opening may do.
    package enum Opening: Sendable {
        /// Creates the database when there is none, and migrates an older one: for the server and `peal init`.
        case creating
        /// Migrates an older database; there has to be one.
        case migrating
        /// Neither; there has to be a database of this version: for commands, which may run beside a server.
        case current
    }

    /// Opens a database file and sets it up for durable commits.
    /// - Parameters:
    ///   - path: the file.
    ///   - mode: what the data directory is for.
    ///   - opening: what may be created or migrated.
    ///   - usesChannels: whether there are channels next to push and the inbox; otherwise nothing is looked for in them,
    ///     unless something waits there.
    ///   - onCommit: receives the events of each transaction once it is on disk and its callers are answered (none when its
    ///     changes left none), and whether it leased all that was due after them. It runs on the writer's own thread and must return immediately.
    /// - Returns: the open store.
    /// - Throws: ``StoreError``: `incompatible` when the file belongs to the other mode, to a newer version or, unless it
    ///   may be migrated, to an older one; `missing` when there is none and none may be created; `corrupt` when it is
    ///   damaged or empty.
    package static func open(
        path: String,
        mode: Mode,
        opening: Opening = .creating,
        usesChannels: Bool = true,
        onCommit: (@Sendable (_ events: [Event], _ isClaimed: Bool) -> Void)? = nil
    ) throws -> SQLiteStore {
        try open(
            path: path,
            mode: mode,
            opening: opening,
            configuration: Configuration(),
            usesChannels: usesChannels,
            onCommit: onCommit
        )
    }

    /// Opens a database file as in ``open(path:mode:opening:usesChannels:onCommit:)`` and tells of every change.
    package static func open(
        path: String,
        mode: Mode,
        hooks: WriteHooks
    ) throws -> SQLiteStore {
        try open(path: path, mode: mode, configuration: Configuration(), hooks: hooks)
    }

    /// Pages that the writer keeps in memory, in KiB: what an announcement to some 20,000 users touches.
    ///
    /// A reader's pages are of one snapshot and dropped with it, so its cache stays small.
    private static let writerCache = 32_768

    /// Once in a process; where something else used SQLite before, its settings stay as they are.
    private static let setUp = peal_sqlite_set_up()

    static func open(
        path: String,
        mode: Mode,
        opening: Opening = .creating,
        configuration base: Configuration,
        hooks: WriteHooks? = nil,
        usesChannels: Bool = true,
        onCommit: (@Sendable (_ events: [Event], _ isClaimed: Bool) -> Void)? = nil
    ) throws -> SQLiteStore {
        _ = setUp
        var configuration = base
        configuration.label = "peal"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY")
        }
        do {
            let file = DatabaseFile(path: path)
            if try !file.exists() {
                guard opening == .creating else { throw file.missing }
                try file.create(configuration) { queue in
                    try Migrations.run(on: queue)
                    try queue.write { db in try claimMode(mode, db) }
                }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets NORMAL after `prepareDatabase`: with it a power loss would undo an answered commit.
            try pool.writeWithoutTransaction { db in
                try db.execute(
                    sql:
                        "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = \(opening == .current ? 0 : Checkpoints.interval); PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON; PRAGMA cache_size = -\(writerCache)"
                )
            }
            switch opening {
            case .creating, .migrating:
                try Migrations.run(on: pool)
                try pool.write { db in try claimMode(mode, db) }
            case .current:
                try pool.read { db in
                    try Migrations.requireCurrent(db)
                    guard try isClaimed(for: mode, db) else { throw file.missing }
                }
            }
            let apps = AppKeys()
            return SQLiteStore(
                pool: pool,
                apps: apps,
                counts: try pool.writeWithoutTransaction(CountHook.init(of:)),
                checkpoints: opening == .current ? nil : pool.writeWithoutTransaction(Checkpoints.init(of:)),
                waitingTriggers: try pool.read { db in try countWaitingTriggers(SQLConnection(db, apps: apps)) },
                mayRunBesideServer: opening == .current,
                // What waits in a channel that is not installed any more is ended by its loop.
                usesChannels: try usesChannels
                    || pool.read { db in try PendingRows.channels.isOpen(SQLConnection(db, apps: apps)) },
                hooks: hooks,
                onCommit: onCommit
            )
        } catch {
            throw FullDisk.explained(error, at: path)
        }
    }

    /// Closes the file once the transactions in flight have ended; every later call fails.
    ///
    /// What was committed is in the file itself then, unless another process has it open: the log is empty.
    package func close() throws {
        guard
            isClosing.withLock({ isClosing in
                defer { isClosing = true }
                return !isClosing
            })
        else { return }
        do {
            // Readers first: the last connection to close carries the log over, and they may not write.
            pool.releaseMemory()
            // Next to a server this is the server's work. Where there is none, SQLite does it for the last connection.
            if !mayRunBesideServer {
                // Another process may be reading: the log then keeps what it reads.
                try? pool.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA busy_timeout = \(Self.patience)")
                    _ = try db.checkpoint(.truncate)
                }
            }
            try pool.close()
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// The first opening decides what the directory is for.
    private static func claimMode(_ mode: Mode, _ db: Database) throws {
        guard try !isClaimed(for: mode, db) else { return }
        try db.execute(sql: "INSERT INTO meta (key, value) VALUES ('mode', ?)", arguments: [mode.rawValue])
    }

    /// Whether a database was made for a mode; a fresh one is for none yet.
    static func isClaimed(for mode: Mode, _ db: Database) throws -> Bool {
        let sql = "SELECT value FROM meta WHERE key = 'mode'"
        guard let found = try String.fetchOne(db, sql: sql) else { return false }
        guard let found = Mode(rawValue: found) else { throw StoreError(.incompatible, "a database of mode \(found)") }
        try found.require(mode)
        return true
    }

    private static func countWaitingTriggers(_ db: SQLConnection) throws -> [AppID: Int] {
        let counts = try db.all(
            "SELECT app, COUNT(*) FROM trigger WHERE \(PartialIndex.open.condition) GROUP BY app"
        ) { (try $0.key(0) as AppID, try $0.int(1)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

extension SQLiteStore.Mode {
    /// Refuses a data directory that was made for this mode when another one is wanted.
    /// - Throws: ``StoreError`` `incompatible`.
    package func require(_ wanted: SQLiteStore.Mode) throws {
        guard self != wanted else { return }
        let advice = wanted == .sandbox ? "omit `--sandbox`" : "add `--sandbox`"
        throw StoreError(
            .incompatible,
            "this data directory was created for \(rawValue): use another one for \(wanted.rawValue), or \(advice)"
        )
    }
}
