import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("The event log on disk")
struct EventLogTests {
    @Test("Every transaction hands on the events that it wrote, and no others")
    func handedOn() async throws {
        try await withDirectory { directory in
            let committed = CommittedEvents()
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production) { events, _ in committed.add(events) }
            for number in 1...10 as ClosedRange<UInt64> { _ = try await store.accept([.plain(number)], answer: nil) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 11...200 as ClosedRange<UInt64> {
                    group.addTask { _ = try await store.accept([.plain(number)], answer: nil) }
                    // A second one of the same identifier fails, and takes no neighbour along.
                    group.addTask { _ = try? await store.accept([.plain(number % 10 + 1)], answer: nil) }
                    let user = UserID("user-\(number % 50)")
                    group.addTask { _ = try await store.ensureUser(user, app: "gss", now: Timestamp(seconds: 1)) }
                }
                try await group.waitForAll()
            }
            try await store.drained()
            #expect(committed.events.count == 250)
            #expect(try await Self.log(store) == committed.asLogged)
            try store.close()

            let reopened = try SQLiteStore.open(path: path, mode: .production)
            #expect(try await Self.log(reopened) == committed.asLogged, "it is on disk")
            let end = try await reopened.endOfEvents()
            _ = try await reopened.accept([.plain(999)], answer: nil)
            guard case .events(let events, _) = try await reopened.events(after: end, limit: 9) else {
                return #expect(Bool(false), "a cursor outlasts a restart")
            }
            #expect(events.map(\.kind) == [.triggerAccepted])
            try reopened.close()
        }
    }

    @Test("The events of one app and kind are in the order of the changes, whatever else was in their transaction")
    func order() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            let scene = StoreScene(store: store)
            let submissions = (0..<40).map { number in
                var submission = scene.submission(.users(["a"]), entities: [EntityPatch(ref: scene.report)])
                submission.trigger.app = number % 2 == 0 ? "reports" : "match"
                return submission
            }
            _ = try await store.accept(submissions, answer: nil)
            let log = try await Self.log(store)
            for app: AppID in ["reports", "match"] {
                let accepted = log.filter { $0.app == app && $0.kind == .triggerAccepted }.map(\.subject)
                #expect(accepted == submissions.filter { $0.trigger.app == app }.map { .trigger($0.trigger.id) })
            }
            let rows = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM event_log") }
            #expect(rows == 4, "one for each app and kind")
            try store.close()
        }
    }

    @Test("When the commit fails, nothing is logged or handed on, and users are named right afterwards")
    func failedCommit() async throws {
        try await withDirectory { directory in
            let committed = CommittedEvents()
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production) { events, _ in committed.add(events) }
            let refusal = CommitRefusal()
            store.pool.add(transactionObserver: refusal, extent: .databaseLifetime)
            await #expect(throws: StoreError.self) {
                try await store.ensureUser("ann", app: "gss", now: Timestamp(seconds: 1))
            }
            try await store.drained()
            #expect(committed.events.isEmpty)
            store.pool.remove(transactionObserver: refusal)
            for user: UserID in ["ben", "ann"] {
                _ = try await store.ensureUser(user, app: "gss", now: Timestamp(seconds: 1))
            }
            #expect(try await Self.log(store).map(\.user) == ["ben", "ann"])
            try store.close()
        }
    }

    @Test("A row is never changed")
    func final() async throws {
        try await withStore { store in
            _ = try await store.accept([.plain(1)], answer: nil)
            await #expect(throws: DatabaseError.self) {
                try await store.pool.write { try $0.execute(sql: "UPDATE event_log SET app = 2") }
            }
        }
    }

    @Test("A user who is erased in the transaction of their events is not named by them")
    func erasedWithin() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            // Twice: the second time their key is in memory.
            for _ in 0..<2 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<50 {
                        group.addTask { try await scene.user("ann", roles: ["\(number)"]) }
                        group.addTask { _ = try await store.eraseUser("ann", app: scene.app, now: scene.now) }
                    }
                    try await group.waitForAll()
                }
                _ = try await store.eraseUser("ann", app: scene.app, now: scene.now)
                let log = try await Self.log(store)
                #expect(!log.isEmpty && log.allSatisfy { $0.user == nil })
                let keys = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM user_key") }
                #expect(keys == 0)
            }
        }
    }

    @Test("More users than are kept in memory are named right")
    func manyUsers() async throws {
        var writer = EventLogWriter(capacity: 3)
        let store = try DatabaseQueue()
        try Migrations.run(on: store)
        var expected: [UserID] = []
        for number in 0..<20 {
            var batch = EventBatch()
            let user = UserID("user-\(number * 7 % 5)")
            batch.add(.userChanged, app: "gss", user: user)
            expected.append(user)
            writer = try await store.write { [writer, batch] db in
                var writer = writer
                try writer.write(batch, SQLConnection(db, apps: AppKeys(), writes: true))
                return writer
            }
        }
        let page = try await store.read { db in
            let connection = SQLConnection(db, apps: AppKeys())
            return try EventLogRows.page(of: [.userChanged], after: .beginning, limit: 100, connection)
        }
        guard case .events(let events, _) = page else { return #expect(Bool(false), "\(page)") }
        #expect(events.map(\.event.user) == expected)
    }

    static func log(_ store: SQLiteStore) async throws -> [Event] {
        var (cursor, events) = (EventCursor.beginning, [Event]())
        while case .events(let page, let next) = try await store.events(after: cursor, limit: 1_000), !page.isEmpty {
            events += page
            cursor = next
        }
        return events
    }
}
