import GRDB
import PealSQL
import Synchronization

/// Reads with natural batching: all short reads that wait when a connection is free share its next snapshot.
///
/// A read of its own costs several changes of thread and a transaction, far more than a few look-ups by key. Each answer is
/// given as soon as it is read. Whatever was committed before a read was asked for is seen by it: its snapshot begins
/// afterwards.
final class BatchingReader: Sendable {
    /// Reads on one snapshot, so that the first does not keep a connection for ever.
    static let most = 200

    private let pool: DatabasePool
    private let apps: AppKeys
    private let waiting = Mutex(Waiting())

    init(pool: DatabasePool, apps: AppKeys) {
        self.pool = pool
        self.apps = apps
    }

    /// What waits; a failure to open a snapshot is told to all.
    private struct Waiting {
        var reads: [@Sendable (Result<SQLConnection, any Error>) -> Void] = []
        var isReading = false
    }

    /// Runs a read that looks up a few rows by their keys.
    func look<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            add { connection in continuation.resume(with: Result { try body(try connection.get()) }) }
        }
    }

    /// Adds a read to those that wait; it gets the connection, or why there is none.
    func add(_ read: @escaping @Sendable (Result<SQLConnection, any Error>) -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.reads.append(read)
            defer { waiting.isReading = true }
            return !waiting.isReading
        }
        if isFirst { readNext() }
    }

    private func readNext() {
        // The library's own transaction asks for the schema's version first, and with that its snapshot begins: a read that
        // came then would not see what was committed before it.
        pool.asyncUnsafeRead { [self] database in
            let connection = database.flatMap(begin)
            // Taken before the first statement: that is when the snapshot begins.
            let reads = waiting.withLock { waiting in
                defer { waiting.reads.removeFirst(min(Self.most, waiting.reads.count)) }
                return waiting.reads.prefix(Self.most)
            }
            for read in reads { read(connection) }
            end(connection)
            let isOver = waiting.withLock { waiting in
                if waiting.reads.isEmpty { waiting.isReading = false }
                return waiting.reads.isEmpty
            }
            if !isOver { readNext() }
        }
    }

    private func begin(_ database: Database) -> Result<SQLConnection, any Error> {
        let connection = SQLConnection(database, apps: apps)
        return Result {
            try connection.run("BEGIN DEFERRED TRANSACTION")
            return connection
        }
    }

    /// A connection that cannot end its transaction would keep its snapshot, and hand it to whoever reads next.
    private func end(_ connection: Result<SQLConnection, any Error>) {
        guard let connection = try? connection.get(), connection.isInsideTransaction else { return }
        do { try connection.run("COMMIT TRANSACTION") } catch { _ = try? connection.run("ROLLBACK TRANSACTION") }
    }
}
