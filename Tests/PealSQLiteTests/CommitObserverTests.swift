import PealCore
import Synchronization
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("Who observes commits")
struct CommitObserverTests {
    struct Refused: Error {}

    /// What was observed, by a clock that moves a millisecond each time it is read.
    private final class Notes: Sendable {
        private let clock = Mutex(Duration.zero)
        let commits = Mutex<[Duration]>([])
        let repeats = Mutex(0)

        var observer: CommitObserver {
            CommitObserver(
                uptime: {
                    self.clock.withLock { time in
                        time += .milliseconds(1)
                        return time
                    }
                },
                committed: { time in self.commits.withLock { $0.append(time) } },
                repeated: { self.repeats.withLock { $0 += 1 } }
            )
        }
    }

    @Test("hears of each commit, and what it took")
    func commits() async throws {
        try await withStore { store in
            let notes = Notes()
            store.observeCommits(notes.observer)
            for number in 0..<3 { try await Self.note(number, in: store) }
            #expect(notes.commits.withLock { $0 } == [.milliseconds(1), .milliseconds(1), .milliseconds(1)])
            #expect(notes.repeats.withLock { $0 } == 0)
        }
    }

    @Test("hears of a transaction that runs a second time, and not of those that have savepoints from the start")
    func repeated() async throws {
        try await withStore { store in
            let notes = Notes()
            store.observeCommits(notes.observer)
            for number in 0..<(UndoChoice.careful + 2) {
                await #expect(throws: StoreError.self) { try await Self.note(number, in: store, fails: true) }
            }
            // The first one, 15 with savepoints, and the one after these.
            #expect(notes.repeats.withLock { $0 } == 2)
            #expect(notes.commits.withLock { $0.count } == UndoChoice.careful + 2)
        }
    }

    @Test("is replaced by the next one")
    func replaced() async throws {
        try await withStore { store in
            let (first, second) = (Notes(), Notes())
            store.observeCommits(first.observer)
            store.observeCommits(second.observer)
            try await Self.note(0, in: store)
            #expect(first.commits.withLock { $0.isEmpty } && second.commits.withLock { $0.count } == 1)
        }
    }

    private static func note(_ number: Int, in store: SQLiteStore, fails: Bool = false) async throws {
        try await store.writer.perform(.intake) { db in
            try db.run("INSERT INTO meta (key, value) VALUES (?, '')", ["test-\(number)"])
            if fails { throw Refused() }
        }
    }
}
