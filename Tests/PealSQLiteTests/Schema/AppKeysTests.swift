import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("The keys by which tables name apps")
struct AppKeysTests {
    @Test("An app gets its key with its first row, and keeps it when the store is opened again")
    func kept() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            for users: [UserID] in [["ann"], ["ann", "ben"]] {
                let store = try SQLiteStore.open(path: path, mode: .production)
                for app: AppID in ["nhs", "gss"] {
                    for user in users { _ = try await store.ensureUser(user, app: app, now: Timestamp(seconds: 1)) }
                }
                #expect(try await Self.apps(store) == ["nhs": 1, "gss": 2])
                #expect(try await store.userCounts() == ["nhs": users.count, "gss": users.count])
                try store.close()
            }
        }
    }

    @Test("Reading gives no key to an app that has no rows")
    func reading() async throws {
        try await withStore { store in
            let user = try await store.user("ann", app: "gss")
            let apps = try await Self.apps(store)
            #expect(user == nil && apps.isEmpty)
        }
    }

    @Test("A key that was undone with its change is another app's, and the first app gets a new one")
    func undoneChange() async throws {
        try await withStore { store in
            let keys = AppKeys()
            try await store.pool.write { db in
                let connection = SQLConnection(db, apps: keys, writes: true)
                for (app, fails): (AppID, Bool) in [("gss", true), ("nhs", false), ("gss", false)] {
                    try? connection.isolated {
                        try Self.put("ann", app: app, connection)
                        if fails { throw StoreError(.unavailable, "its key is undone with its rows") }
                    }
                }
                keys.add(connection.fresh)
            }
            #expect([keys.key(of: "nhs"), keys.key(of: "gss")] == [1, 2])
            #expect([keys.app(1), keys.app(2)] == ["nhs", "gss"])
            #expect(try await Self.apps(store) == ["nhs": 1, "gss": 2])
            for app: AppID in ["gss", "nhs"] {
                #expect(try await store.user("ann", app: app)?.id == "ann")
            }
            #expect(try await store.userCounts() == ["nhs": 1, "gss": 1])
        }
    }

    @Test("After a commit that failed, a key that it gave is another app's")
    func failedCommit() async throws {
        try await withStore { store in
            let refusal = CommitRefusal()
            store.pool.add(transactionObserver: refusal, extent: .databaseLifetime)
            await #expect(throws: StoreError.self) {
                try await store.ensureUser("ann", app: "gss", now: Timestamp(seconds: 1))
            }
            store.pool.remove(transactionObserver: refusal)
            for app: AppID in ["nhs", "gss"] {
                #expect(try await store.user("ann", app: app) == nil)
                _ = try await store.ensureUser("ann", app: app, now: Timestamp(seconds: 1))
            }
            #expect(try await Self.apps(store) == ["nhs": 1, "gss": 2])
            #expect(try await store.userCounts() == ["nhs": 1, "gss": 1])
        }
    }

    @Test("A key that another process gave is read from the file, also by a store that read it as unknown")
    func otherProcess() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let server = try SQLiteStore.open(path: path, mode: .production)
            let command = try SQLiteStore.open(path: path, mode: .production, opening: .current)
            #expect(try await server.user("ann", app: "gss") == nil)
            _ = try await command.ensureUser("ann", app: "gss", now: Timestamp(seconds: 1))
            #expect(try await server.user("ann", app: "gss")?.id == "ann")
            #expect(try await server.userCounts() == ["gss": 1])
            try command.close()
            try server.close()
        }
    }

    @Test("The key of an app that was removed is never given again")
    func removed() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            _ = try await store.ensureUser("ann", app: "gss", now: Timestamp(seconds: 1))
            try await store.pool.write { db in try db.execute(sql: "DELETE FROM user; DELETE FROM app") }
            try store.close()
            let reopened = try SQLiteStore.open(path: path, mode: .production)
            _ = try await reopened.ensureUser("ann", app: "nhs", now: Timestamp(seconds: 1))
            #expect(try await Self.apps(reopened) == ["nhs": 2])
            try reopened.close()
        }
    }

    private static func put(_ user: UserID, app: AppID, _ db: SQLConnection) throws {
        try db.run(
            "INSERT INTO user (app, id, roles, created_at, updated_at) VALUES (?, ?, '[]', 1, 1)",
            [app.bound, user.rawValue]
        )
    }

    private static func apps(_ store: SQLiteStore) async throws -> [String: Int64] {
        try await store.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT name, key FROM app").reduce(into: [:]) { $0[$1[0]] = $1[1] }
        }
    }
}
