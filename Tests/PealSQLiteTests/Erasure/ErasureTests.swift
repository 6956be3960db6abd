import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Erasure")
struct ErasureTests {
    private static let secret: UserID = "henrietta-lingers-nowhere"

    /// Which files of a store hold the user's name.
    private static func traces(in directory: URL) throws -> [String] {
        let name = Data(secret.rawValue.utf8)
        return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().filter { file in
            try Data(contentsOf: directory.appending(path: file)).range(of: name) != nil
        }
    }

    @Test("Nothing of an erased user is left in the database's files (S16)")
    func files() async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(
                path: directory.appending(path: "peal.sqlite").path,
                mode: .production
            )
            let scene = StoreScene(store: store)
            try await scene.holdings(of: Self.secret)
            #expect(try Self.traces(in: directory).contains("peal.sqlite-wal"))
            _ = try #require(try await store.eraseUser(Self.secret, app: scene.app, now: scene.now))
            #expect(try await store.finishErasing())
            #expect(try Self.traces(in: directory).isEmpty)
            // A hash is left, by which they are known again.
            #expect(try await store.admission(of: Self.secret, app: scene.app, now: scene.now).isErased)
            #expect(try await store.erased(Self.secret, app: scene.app) == scene.now)
            #expect(try await !store.admission(of: "stranger", app: scene.app, now: scene.now).isErased)
            #expect(try Self.traces(in: directory).isEmpty)
            try store.close()
        }
    }

    @Test(
        "Nor among thousands of rows of others, whose pages were divided while theirs were among them",
        arguments: [1, 2] as [UInt64]
    )
    func crowd(seed: UInt64) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            let scene = StoreScene(store: store)
            var choices = Choices(seed: seed)
            try await scene.user(Self.secret)
            for _ in 0..<40 {
                let refs = (0..<100).map { _ in EntityRef(type: "report", id: "\(choices.number(upTo: .max))") }
                var members: [Member] = []
                for ref in refs {
                    for user in [Self.secret, UserID("user-\(choices.number(upTo: 300))")] {
                        let role = String(repeating: "r", count: choices.integer(in: 0...150))
                        members.append(Member(entity: ref, userID: user, role: role, updatedAt: scene.now))
                    }
                }
                let entities = refs.map { Change.putEntity(Entity(ref: $0, ownerID: "b", updatedAt: scene.now)) }
                _ = try await store.apply([ChangeGroup(app: scene.app, entities + [.putMembers(members)])])
            }
            #expect(try Self.traces(in: directory).count == 2)
            _ = try #require(try await store.eraseUser(Self.secret, app: scene.app, now: scene.now))
            #expect(try Self.traces(in: directory).isEmpty)
            try store.close()
        }
    }

    @Test("Triggers that name an erased user name them no longer, and keep everybody else (S16)")
    func audiences() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.holdings(of: Self.secret)
            _ = try await store.eraseUser(Self.secret, app: scene.app, now: scene.now)
            let due = try await store.dueTriggers(now: scene.now + .seconds(9_999), limit: 9)
            let audiences = due.map(\.trigger.audience)
            #expect(audiences.count { $0 == .users(["b"]) } == 2 && audiences.contains(.users(["a", "z"])))
            #expect(due.count { $0.trigger.actor == nil } == 0, "an actor keeps the kind")
            #expect(due.allSatisfy { $0.trigger.actor?.id != Self.secret && $0.cursor != Self.secret })
            let rest = try await store.pool.read { db in
                try Int.fetchOne(
                    db,
                    sql: "SELECT COUNT(*) FROM trigger WHERE audience LIKE ?1 OR actor_id LIKE ?1",
                    arguments: ["%\(Self.secret)%"]
                )
            }
            #expect(rest == 0)
        }
    }

    @Test("Events of an erased user name them no longer, and keep everybody else")
    func events() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.holdings(of: Self.secret)
            let before = try await EventLogTests.log(store)
            #expect(before.count { $0.user == Self.secret } > 4)
            _ = try await store.eraseUser(Self.secret, app: scene.app, now: scene.now)
            let after = try await EventLogTests.log(store)
            #expect(after.prefix(before.count).map(\.subject) == before.map(\.subject), "what happened stays")
            #expect(after.allSatisfy { $0.user != Self.secret })
            #expect(after.count { $0.user == "b" } == before.count { $0.user == "b" })
            // Who takes the name later is another user: nothing that happened before is theirs.
            try await scene.user(Self.secret)
            #expect(try await EventLogTests.log(store).count { $0.user == Self.secret } == 1)
        }
    }

    @Test("A reader that is in the way of an erasure puts off the last step, also past a restart (S16)")
    func reader() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            let scene = StoreScene(store: store)
            try await scene.holdings(of: Self.secret)
            let snapshot = try store.pool.makeSnapshot()
            _ = try #require(try await store.eraseUser(Self.secret, app: scene.app, now: scene.now))
            #expect(try await !store.finishErasing())
            #expect(try await snapshot.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM user") } == 2)
            try snapshot.close()
            try store.close()
            let reopened = try SQLiteStore.open(path: path, mode: .production)
            #expect(try await reopened.finishErasing())
            let left = try await reopened.pool.read { db in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM meta WHERE key = 'erasing'")
            }
            #expect(left == 0)
            try reopened.close()
        }
    }
}
