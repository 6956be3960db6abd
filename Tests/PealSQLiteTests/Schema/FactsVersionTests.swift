import GRDB
import PealCore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Versions of what decisions read")
struct FactsVersionTests {
    @Test(
        "Each change of a user, their choices, mutes, devices, memberships and entities raises the user's version",
        arguments: changes
    )
    func raised(_ change: Change) async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            let before = try await Self.prepare(scene)
            try await change.run(scene)
            let after = try await Self.versions(store)
            for user in ["ann", "ben"] {
                let isRaised = try #require(after[user]) > #require(before[user])
                #expect(isRaised == change.raised.contains(user), "\(user)")
            }
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var raised: Set<String>
        var run: @Sendable (StoreScene<SQLiteStore>) async throws -> Void

        init(
            _ name: String,
            raises raised: Set<String> = ["ann"],
            _ run: @escaping @Sendable (StoreScene<SQLiteStore>) async throws -> Void
        ) {
            testDescription = name
            self.raised = raised
            self.run = run
        }

        /// A change by SQL, for columns that several calls write.
        init(_ sql: String, raises raised: Set<String> = ["ann"]) {
            self.init(sql, raises: raised) { scene in
                try await scene.store.pool.write { db in
                    try db.execute(sql: sql)
                    #expect(db.changesCount == 1)
                }
            }
        }
    }

    private static let changes = [
        Change("another role") { try await $0.user("ann", roles: ["admin"]) },
        Change("the same user again", raises: []) { try await $0.user("ann") },
        Change("UPDATE user SET locale = 'de' WHERE id = 'ann'"),
        Change("UPDATE user SET time_zone = 'Europe/Paris' WHERE id = 'ann'"),
        Change("UPDATE user SET sealed_details = x'01' WHERE id = 'ann'", raises: []),
        Change("UPDATE user SET updated_at = updated_at + 1 WHERE id = 'ann'", raises: []),
        Change("a new device") { try await $0.device("ann", token: "another") },
        Change("the same device again, as it was", raises: []) { try await $0.device("ann") },
        Change("a logout") { scene in
            let device = try #require(try await scene.store.devices(of: "ann", app: scene.app).first)
            _ = try await scene.store.revoke(device.id, of: "ann", app: scene.app, now: scene.now)
        },
        Change("a token that moves to another user", raises: ["ann", "ben"]) { scene in
            try await scene.device("ben", token: "token-of-ann")
        },
        Change("UPDATE device SET user_id = 'ben' WHERE user_id = 'ann'", raises: ["ann", "ben"]),
        Change("UPDATE device SET permission = 'denied' WHERE user_id = 'ann'"),
        Change("UPDATE device SET capabilities = '{}' WHERE user_id = 'ann'"),
        Change("UPDATE device SET time_zone = NULL WHERE user_id = 'ann'"),
        Change("UPDATE device SET locale = NULL WHERE user_id = 'ann'"),
        Change("UPDATE device SET last_seen_at = last_seen_at + 1 WHERE user_id = 'ann'"),
        Change("UPDATE device SET state = 'stale' WHERE user_id = 'ann'"),
        Change("UPDATE device SET sealed_token = x'01', token_hash = x'02' WHERE user_id = 'ann'", raises: []),
        Change("DELETE FROM device WHERE user_id = 'ann'"),
        Change("INSERT INTO preference (app, user_id, choices) VALUES ((SELECT key FROM app), 'ann', '{}')"),
        Change("UPDATE preference SET choices = '{\"a\":1}' WHERE user_id = 'ben'", raises: ["ben"]),
        Change("UPDATE preference SET choices = choices WHERE user_id = 'ben'", raises: []),
        Change("DELETE FROM preference WHERE user_id = 'ben'", raises: ["ben"]),
        Change("DELETE FROM mute WHERE user_id = 'ben'", raises: ["ben"]),
        Change("UPDATE mute SET until = 5 WHERE user_id = 'ben'", raises: ["ben"]),
        Change(
            """
            INSERT INTO mute (app, user_id, id, scope, target, created_at)
            VALUES ((SELECT key FROM app), 'ann', zeroblob(16), 'all', '', 1)
            """
        ),
        Change("a membership") { try await $0.member("ann", of: $0.report) },
        Change("another role in an entity", raises: ["ben"]) {
            try await $0.member("ben", of: $0.report, role: "host")
        },
        Change("the same membership again", raises: []) { try await $0.member("ben", of: $0.report) },
        Change("the end of a membership", raises: ["ben"]) { scene in
            _ = try await scene.store.deleteMember("ben", of: scene.report, app: scene.app)
        },
        Change("an entity of theirs") { try await $0.entity(EntityRef(type: "org", id: "o1"), owner: "ann") },
        Change("UPDATE entity SET owner_id = 'ann', status = 'open'"),
        Change("UPDATE entity SET status = 'open'", raises: []),
        Change("the deletion of an entity", raises: ["ben"]) { scene in
            try await scene.store.pool.write { try $0.execute(sql: "DELETE FROM entity") }
        },
    ]

    /// Ann has a device; Ben has a membership, choices and a mute.
    private static func prepare(_ scene: StoreScene<SQLiteStore>) async throws -> [String: Int] {
        try await scene.user("ann")
        try await scene.user("ben")
        try await scene.device("ann")
        try await scene.entity(scene.report)
        try await scene.member("ben", of: scene.report)
        try await scene.store.pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO preference (app, user_id, choices) VALUES ((SELECT key FROM app), 'ben', '{}');
                    INSERT INTO mute (app, user_id, id, scope, target, created_at)
                    VALUES ((SELECT key FROM app), 'ben', zeroblob(16), 'all', '', 1);
                    """
            )
        }
        return try await versions(scene.store)
    }

    private static func versions(_ store: SQLiteStore) async throws -> [String: Int] {
        try await store.pool.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, facts_version FROM user")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }

    @Test("An entity's version is raised by what changes it, and by nothing else")
    func entity() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            func version() async throws -> Int? {
                try await store.pool.read { try Int.fetchOne($0, sql: "SELECT version FROM entity") }
            }
            try await scene.entity(scene.report, owner: "ann", status: "open")
            #expect(try await version() == 1)
            try await scene.entity(scene.report, owner: "ann", status: "open")
            #expect(try await version() == 1)
            try await scene.entity(scene.report, owner: "ann", status: "closed")
            #expect(try await version() == 2)
            try await scene.accept(scene.submission(entities: [EntityPatch(ref: scene.report, ownerID: "ben")]))
            #expect(try await version() == 3)
        }
    }

    @Test("A token's version is raised with its hash, and by nothing else")
    func token() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.user("ann")
            func version() async throws -> Int? {
                try await store.pool.read { try Int.fetchOne($0, sql: "SELECT token_version FROM device") }
            }
            let device = try await scene.device("ann")
            try await scene.device("ann")
            #expect(try await version() == 1)
            try await store.pool.write { try $0.execute(sql: "UPDATE device SET token_hash = x'01'") }
            #expect(try await version() == 2)
            _ = try await store.revoke(device.id, of: "ann", app: scene.app, now: scene.now)
            #expect(try await version() == 3)
        }
    }

    @Test("A delivery names the recipient, also once its device belongs to another user")
    func recipient() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.user("ann")
            try await scene.user("ben")
            try await scene.device("ann")
            try await scene.notify(["ann"])
            try await scene.device("ben", token: "token-of-ann")
            let names = try await store.pool.read { try String.fetchAll($0, sql: "SELECT user_id FROM delivery") }
            #expect(names == ["ann"])
        }
    }
}
