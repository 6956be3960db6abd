import Foundation
import GRDB
import PealCore
import PealStore
import Testing

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

    private static func populate(_ scene: StoreScene<SQLiteStore>) async throws {
        try await scene.user(secret)
        try await scene.device(secret, token: "t")
        try await scene.notify([secret, "b"])
        // Planned for later: nobody was decided about yet.
        try await scene.accept(scene.submission(.users([secret, "b"]), dueAt: scene.now + .seconds(9_999)))
        var acted = scene.submission(.users(["b"]))
        acted.trigger.actor = Trigger.Actor(id: secret, kind: .user)
        try await scene.accept(acted)
        try await scene.store.store(
            StoredAnswer(requestHash: [], status: 200, body: Array(secret.rawValue.utf8), user: secret),
            under: IdempotencyKey(app: scene.app, operation: "POST /users/\(secret)/x", key: "k"),
            now: scene.now
        )
        // Their events: of the inbox, of a device, of what they chose.
        _ = try await scene.store.markAll(of: secret, app: scene.app, as: .read, now: scene.now)
        _ = try await scene.store.put(
            Mute(id: scene.id(), scope: .all, until: nil, createdAt: scene.now),
            of: secret,
            app: scene.app
        )
    }

    @Test("Nothing of an erased user is left in the database's files but that they were erased (S16)")
    func files() async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(
                path: directory.appending(path: "peal.sqlite").path,
                mode: .production
            )
            let scene = StoreScene(store: store)
            try await Self.populate(scene)
            #expect(try Self.traces(in: directory).contains("peal.sqlite-wal"))
            _ = try #require(try await store.eraseUser(Self.secret, app: scene.app, now: scene.now))
            #expect(try await store.finishErasing())
            // What says that their calls answer 401 until the backend puts them again.
            try await store.pool.write { db in try db.execute(sql: "DELETE FROM erased_user") }
            try await store.emptyLog()
            #expect(try Self.traces(in: directory).isEmpty)
            try store.close()
        }
    }

    @Test("Triggers that name an erased user name them no longer, and keep everybody else (S16)")
    func audiences() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await Self.populate(scene)
            _ = try await store.eraseUser(Self.secret, app: scene.app, now: scene.now)
            let due = try await store.dueTriggers(now: scene.now + .seconds(9_999), limit: 9)
            #expect(due.map(\.trigger.audience) == [.users(["b"]), .users(["b"])])
            #expect(due.compactMap(\.trigger.actor?.id) == ["officer"], "the other one's actor was erased")
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
            try await Self.populate(scene)
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
            try await Self.populate(scene)
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
