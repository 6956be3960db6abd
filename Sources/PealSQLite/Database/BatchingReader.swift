import GRDB
import PealStore
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
        var reads: [@Sendable (Result<Connection, any Error>) -> Void] = []
        var isReading = false
    }

    /// Runs a read that looks up a few rows by their keys.
    func look<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            let isFirst = waiting.withLock { waiting in
                waiting.reads.append { connection in
                    continuation.resume(with: Result { try body(try connection.get()) })
                }
                defer { waiting.isReading = true }
                return !waiting.isReading
            }
            if isFirst { readNext() }
        }
    }

    private func readNext() {
        pool.asyncRead { [self] database in
            // Taken before the first statement: that is when the snapshot begins.
            let reads = waiting.withLock { waiting in
                defer { waiting.reads.removeFirst(min(Self.most, waiting.reads.count)) }
                return waiting.reads.prefix(Self.most)
            }
            let connection = database.map { Connection($0, apps: apps) }
            for read in reads { read(connection) }
            let isOver = waiting.withLock { waiting in
                if waiting.reads.isEmpty { waiting.isReading = false }
                return waiting.reads.isEmpty
            }
            if !isOver { readNext() }
        }
    }
}
