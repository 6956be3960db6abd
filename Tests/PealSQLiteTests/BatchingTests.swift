import GRDB
import PealCore
import PealStore
import PealTesting
import Synchronization
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("Natural batching")
struct BatchingTests {
    @Test("Five hundred changes at once take few transactions, each synced once")
    func fewTransactions() async throws {
        try await withStore { store in
            let commits = CommitCounter()
            store.pool.add(transactionObserver: commits, extent: .databaseLifetime)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...500 as ClosedRange<UInt64> {
                    group.addTask { _ = try await store.accept([.plain(number)], answer: nil) }
                }
                try await group.waitForAll()
            }
            #expect(try await store.backlog() == 500)
            #expect(commits.count < 100)
        }
    }

    @Test("A change that fails takes no neighbour along")
    func neighbours() async throws {
        try await withStore { store in
            _ = try await store.accept([.plain(7)], answer: nil)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 1...100 as ClosedRange<UInt64> {
                    group.addTask { (try? await store.accept([.plain(number % 50 + 1)], answer: nil)) != nil }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 } == 49)
            #expect(try await store.backlog() == 50)
        }
    }

    @Test("A cancelled caller's change is still written and answered")
    func cancelled() async throws {
        try await withStore { store in
            await withTaskGroup(of: Void.self) { group in
                for number in 1...50 as ClosedRange<UInt64> {
                    group.addTask { _ = try? await store.accept([.plain(number)], answer: nil) }
                }
                group.cancelAll()
            }
            let stored = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM trigger") }
            #expect(stored == 50)
        }
    }

    @Test("When the commit fails, every change of the batch hears of it")
    func failedCommit() async throws {
        try await withStore { store in
            store.pool.add(transactionObserver: CommitRefusal(), extent: .databaseLifetime)
            for number in 1...3 as ClosedRange<UInt64> {
                await #expect(throws: StoreError.self) { try await store.accept([.plain(number)], answer: nil) }
            }
            #expect(try await store.backlog() == 0)
            let stored = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM trigger") }
            #expect(stored == 0)
        }
    }
}

@Suite("The queue of changes")
struct WriteQueueTests {
    private func operation(weight: Int = 1) -> WriteOperation {
        WriteOperation(weight: weight, run: { _, _ in { _ in } }, refuse: { _ in })
    }

    @Test("Intake goes first, and neither FIFO starves")
    func fairness() {
        var queue = WriteQueue()
        for _ in 0..<1_000 {
            _ = queue.add([operation(weight: 1)], to: .intake)
            _ = queue.add([operation(weight: 2)], to: .progress)
        }
        let batch = queue.nextBatch()
        #expect(batch.count == WriteQueue.batchOperations)
        #expect(batch.count { $0.weight == 1 } == 250)
        #expect(batch.first?.weight == 1)
    }

    @Test("What looks at what the others leave runs after all of them, those that came later too")
    func last() {
        var queue = WriteQueue()
        var claim = operation(weight: 3)
        claim.isLast = true
        _ = queue.add([operation(weight: 2), claim], to: .progress)
        _ = queue.add([operation(weight: 4)], to: .progress)
        _ = queue.add([operation(weight: 1)], to: .intake)
        #expect(queue.nextBatch().map(\.weight) == [1, 2, 4, 3])
    }

    /// Changes of one FIFO, and the batches that they make.
    struct Filling: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fifo: WriteQueue.Fifo
        var weights: [Int]
        var batches: [Int]
    }

    @Test(
        "One FIFO by itself fills the batch; heavy changes make short ones, and none is left out",
        arguments: [
            Filling(testDescription: "nothing", fifo: .intake, weights: [], batches: [0]),
            Filling(
                testDescription: "more than a batch",
                fifo: .intake,
                weights: Array(repeating: 1, count: 700),
                batches: [500, 200, 0]
            ),
            Filling(
                testDescription: "heavy changes, the last one by itself",
                fifo: .progress,
                weights: Array(repeating: 3_000, count: 6) + [90_000],
                batches: [2, 2, 2, 1, 0]
            ),
        ]
    )
    func filling(_ filling: Filling) {
        var queue = WriteQueue()
        for weight in filling.weights { _ = queue.add([operation(weight: weight)], to: filling.fifo) }
        #expect(filling.batches.map { _ in queue.nextBatch().count } == filling.batches)
        #expect(!queue.isDraining)
    }

    @Test("However heavy the intake is, progress has room", arguments: [1, 250, 3_999, 4_000, 5_001])
    func heavyIntake(weight: Int) {
        var queue = WriteQueue()
        for _ in 0..<9 { _ = queue.add([operation(weight: weight)], to: .intake) }
        for _ in 0..<2_000 { _ = queue.add([operation(weight: 7)], to: .progress) }
        for _ in 0..<3 {
            let rows = queue.nextBatch().lazy.filter { $0.weight == 7 }.map(\.weight).reduce(0, +)
            #expect(rows >= WriteQueue.shortWeight)
        }
    }

    @Test("While callers come, transactions are short, and long again once they are gone")
    func short() {
        var queue = WriteQueue()
        _ = queue.add([operation()], to: .intake)
        for _ in 0..<2_000 { _ = queue.add([operation(weight: 100)], to: .progress) }
        let beside = WriteQueue.shortWeight / 100
        #expect(queue.nextBatch().count == 1 + beside)
        for _ in 1..<WriteQueue.patience { #expect(queue.nextBatch().count == beside) }
        #expect(queue.nextBatch().count == WriteQueue.batchWeight / 100)
    }

    @Test("More than may wait is refused")
    func bounded() {
        var queue = WriteQueue()
        for _ in 0..<WriteQueue.capacity { _ = queue.add([operation()], to: .intake) }
        #expect(queue.add([operation()], to: .progress) == .full)
        _ = queue.nextBatch()
        #expect(queue.add([operation()], to: .progress) == .queued)
    }
}

private final class CommitCounter: TransactionObserver, Sendable {
    private let commits = Mutex(0)
    var count: Int { commits.withLock { $0 } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}

final class CommitRefusal: TransactionObserver, Sendable {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { throw StoreError(.unavailable, "the disk says no") }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
