import GRDB
import PealCore
import Synchronization
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("A change that fails leaves nothing behind")
struct UndoTests {
    struct Refused: Error {}

    @Test("One that fails before it writes costs no second transaction")
    func clean() async throws {
        try await withStore { store in
            let ends = TransactionEnds()
            store.pool.add(transactionObserver: ends, extent: .databaseLifetime)
            await #expect(throws: StoreError.self) {
                try await store.writer.perform(.intake) { _ in throw Refused() }
            }
            #expect(ends.counted == TransactionEnds.Counts(commits: 1, rollbacks: 0))
        }
    }

    @Test("One that fails after it wrote is undone alone, and the others of its transaction are written once")
    func written() async throws {
        try await withStore { store in
            let ends = TransactionEnds()
            store.pool.add(transactionObserver: ends, extent: .databaseLifetime)
            let succeeded = await together(20, in: store) { number, db in
                try Self.note(number, db)
                guard number != 7 else { throw Refused() }
            }
            #expect(succeeded == 19)
            let noted = try await noted(in: store)
            #expect(noted == (0..<20).filter { $0 != 7 })
            // The whole transaction was undone, and then one savepoint in it, which is no rollback.
            #expect(ends.counted.rollbacks == 1)
        }
    }

    @Test("A statement that SQLite refuses is undone like any other failure")
    func refusedBySQLite() async throws {
        try await withStore { store in
            try await store.writer.perform(.intake) { db in try Self.note(0, db) }
            let succeeded = await together(3, in: store) { number, db in
                try Self.note(number + 1, db)
                if number == 1 { try Self.note(0, db) }
            }
            #expect(succeeded == 2)
            #expect(try await noted(in: store) == [0, 1, 3])
        }
    }

    @Test("Who provokes failures makes one transaction in sixteen run twice")
    func provoked() async throws {
        try await withStore { store in
            let ends = TransactionEnds()
            store.pool.add(transactionObserver: ends, extent: .databaseLifetime)
            for number in 0..<32 {
                await #expect(throws: StoreError.self) {
                    try await store.writer.perform(.intake) { db in
                        try Self.note(number, db)
                        throw Refused()
                    }
                }
            }
            #expect(ends.counted.rollbacks == 2)
            let noted = try await noted(in: store)
            #expect(noted.isEmpty)
        }
    }

    /// Runs changes at the same time; how many succeeded.
    private func together(
        _ count: Int,
        in store: SQLiteStore,
        _ body: @escaping @Sendable (Int, SQLConnection) throws -> Void
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await store.writer.perform(.intake) { db in try body(number, db) }
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private static func note(_ number: Int, _ db: SQLConnection) throws {
        try db.run("INSERT INTO meta (key, value) VALUES (?, '')", ["test-\(number)"])
    }

    private func noted(in store: SQLiteStore) async throws -> [Int] {
        try await store.pool.read { db in
            try String.fetchAll(db, sql: "SELECT key FROM meta WHERE key LIKE 'test-%'")
        }.compactMap { Int($0.dropFirst(5)) }.sorted()
    }
}

/// Counts how transactions end.
private final class TransactionEnds: TransactionObserver, Sendable {
    struct Counts: Equatable {
        var commits = 0
        var rollbacks = 0
    }

    private let counts = Mutex(Counts())
    var counted: Counts { counts.withLock { $0 } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { counts.withLock { $0.commits += 1 } }
    func databaseDidRollback(_ db: Database) { counts.withLock { $0.rollbacks += 1 } }
}
