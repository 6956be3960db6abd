import Foundation
import GRDB
import Synchronization
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("Short reads that share a snapshot")
struct BatchingReaderTests {
    /// After every statement of the reader, the library's own ones too, another connection commits and asks for its commit.
    @Test("A read sees whatever was committed before it was asked for")
    func readsOwnWrites() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "counter.sqlite").path
            let counter = try Counter(DatabaseQueue(path: path), until: 100)
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                guard db.configuration.readonly else { return }
                db.trace(options: .profile) { _ in counter.step() }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            let reader = BatchingReader(pool: pool, apps: AppKeys())
            let answers = counter.start(reader)
            #expect(try await reader.look(Counter.value) >= 0)
            var asked = 0
            for await answer in answers {
                #expect(try answer.read.get() >= answer.committed)
                asked += 1
            }
            #expect(asked == 100)
        }
    }
}

/// Counts up in a row of its own connection, and asks a reader for it.
private final class Counter: Sendable {
    /// What was committed before a read was asked for, and what it read.
    typealias Answer = (committed: Int, read: Result<Int, any Error>)

    private struct State {
        var reader: BatchingReader?
        var asked = 0
    }

    private let database: DatabaseQueue
    private let most: Int
    private let state = Mutex(State())
    private let (answers, continuation) = AsyncStream<Answer>.makeStream()

    init(_ database: DatabaseQueue, until most: Int) throws {
        self.database = database
        self.most = most
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE app (key INTEGER PRIMARY KEY, name TEXT);
                    CREATE TABLE counter (value INTEGER);
                    INSERT INTO counter VALUES (0)
                    """
            )
        }
    }

    static func value(_ db: SQLConnection) throws -> Int {
        try db.value(Int.self, "SELECT value FROM counter") ?? -1
    }

    func start(_ reader: BatchingReader) -> AsyncStream<Answer> {
        state.withLock { $0.reader = reader }
        return answers
    }

    /// Runs on the reader's thread, between two of its statements.
    func step() {
        let next = state.withLock { state -> (reader: BatchingReader, number: Int)? in
            guard let reader = state.reader, state.asked < most else { return nil }
            state.asked += 1
            return (reader, state.asked)
        }
        guard let next else { return }
        do {
            try database.write { db in try db.execute(sql: "UPDATE counter SET value = ?", arguments: [next.number]) }
        } catch {
            answer((next.number, .failure(error)))
            return
        }
        next.reader.add { connection in
            self.answer((next.number, Result { try Self.value(try connection.get()) }))
        }
    }

    private func answer(_ answer: Answer) {
        continuation.yield(answer)
        if answer.committed == most { continuation.finish() }
    }
}
