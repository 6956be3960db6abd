import GRDB
import PealCore
import PealSQL

/// SQLite's connection, as long as the library hands it out.
final class SQLiteSession: SQLWritingSession {
    private let database: Database
    /// Collects what changes in the kept counts; readers have none.
    private let counts: CountHook?
    /// None where readers use it, and next to a server, which makes them all.
    private let checkpoints: Checkpoints?

    init(_ database: Database, counts: CountHook? = nil, checkpoints: Checkpoints? = nil) {
        self.database = database
        self.counts = counts
        self.checkpoints = checkpoints
    }

    var dialect: Dialect { .sqlite }

    func statement(_ sql: String) throws -> any SQLStatement {
        SQLiteStatement(try database.cachedStatement(sql: sql))
    }

    var changed: Int { database.changesCount }
    var changedInAll: Int { database.totalChangesCount }
    var isInsideTransaction: Bool { database.isInsideTransaction }

    func isStatementError(_ error: any Error) -> Bool { error is DatabaseError }
    func portError(for error: any Error) -> any Error { StoreError.wrapping(error) }
    func takeCounts() -> CountChanges? { counts?.take() }

    func begin() throws { try database.beginTransaction(.immediate) }
    func commit() throws { try database.commit() }
    func rollback() throws { try database.rollback() }
    func ended() { checkpoints?.make(database) }
}

/// The library's writing connection, on its own serial queue.
struct SQLiteWriter: SQLWriter {
    let pool: DatabasePool
    let counts: CountHook
    /// None next to a server, which makes them all.
    let checkpoints: Checkpoints?

    func enqueue(_ body: @escaping @Sendable (any SQLWritingSession) -> Void) {
        pool.asyncWriteWithoutTransaction { body(SQLiteSession($0, counts: counts, checkpoints: checkpoints)) }
    }

    func runNow(_ body: (any SQLWritingSession) -> Void) {
        pool.writeWithoutTransaction { body(SQLiteSession($0, counts: counts, checkpoints: checkpoints)) }
    }
}

extension SQLConnection {
    /// A connection within a transaction of SQLite's.
    convenience init(_ database: Database, apps: AppKeys, writes: Bool = false) {
        self.init(SQLiteSession(database), apps: apps, writes: writes)
    }
}
