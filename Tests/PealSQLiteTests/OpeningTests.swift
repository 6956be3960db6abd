import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Opening a data directory")
struct OpeningTests {
    @Test("A directory of the other mode is refused with advice", arguments: SQLiteStore.Mode.allCases)
    func otherMode(_ mode: SQLiteStore.Mode) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            try SQLiteStore.open(path: path, mode: mode).close()
            try SQLiteStore.open(path: path, mode: mode).close()
            let other: SQLiteStore.Mode = mode == .sandbox ? .production : .sandbox
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: other) }
            #expect(error?.code == .incompatible)
            #expect(error?.message.contains("`--sandbox`") == true)
        }
    }

    @Test("A directory that a newer version has migrated is refused")
    func newerVersion() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            try await store.pool.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999-from-the-future')")
            }
            try store.close()
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: .production) }
            #expect(error?.code == .incompatible)
        }
    }

    @Test(
        "A file that is no database is named as such, also an empty one: no crash leaves one",
        arguments: [(8192, nil), (0, "restore a backup")] as [(Int, String?)]
    )
    func noDatabase(bytes: Int, says: String?) throws {
        try Self.inDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            try Data(repeating: 0x41, count: bytes).write(to: URL(filePath: path))
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: .production) }
            #expect(error?.code == .corrupt)
            if let says { #expect(error?.message.contains(says) == true) }
        }
    }

    @Test("A closed store says that it is unavailable")
    func closed() async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(path: directory.appending(path: "peal.sqlite").path, mode: .production)
            try store.close()
            let error = await #expect(throws: StoreError.self) { try await store.accept([.plain(1)], answer: nil) }
            #expect(error?.code == .unavailable)
            await #expect(throws: StoreError.self) { try await store.user("a", app: "gss") }
        }
    }

    @Test("Closing beside another process that reads leaves it its snapshot, and keeps what was written")
    func closingBesideReader() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.write { db in
                try db.execute(sql: "INSERT INTO meta (key, value) VALUES ('note', 'before')")
            }
            let count = "SELECT COUNT(*) FROM meta WHERE key = 'note' AND value = 'before'"
            try other.inDatabase { db in
                try db.execute(sql: "BEGIN")
                let seen = try Int.fetchOne(db, sql: count)
                #expect(seen == 1)
            }
            try await store.pool.write { db in
                try db.execute(sql: "UPDATE meta SET value = 'after' WHERE key = 'note'")
            }
            // The log cannot be carried over as long as the other one reads: closing does not wait for that.
            try store.close()
            try other.inDatabase { db in
                let seen = try Int.fetchOne(db, sql: count)
                #expect(seen == 1, "the snapshot is whole")
                try db.execute(sql: "COMMIT")
                let left = try Int.fetchOne(db, sql: count)
                #expect(left == 0, "what was written before the closing is there")
            }
            try other.close()
        }
    }

    @Test("A command creates no database: where there is none, or an empty file, it says so", arguments: [false, true])
    func missing(isEmpty: Bool) throws {
        try Self.inDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            if isEmpty { try Data().write(to: URL(filePath: path)) }
            for opening in [SQLiteStore.Opening.current, .migrating] {
                let error = #expect(throws: StoreError.self) {
                    try SQLiteStore.open(path: path, mode: .production, opening: opening)
                }
                #expect(error?.code == (isEmpty ? .corrupt : .missing))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == (isEmpty ? 1 : 0))
        }
    }

    @Test("Only the server and `peal migrate` bring a database of an older version to this one")
    func older() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let queue = try DatabaseQueue(path: path)
            try Migrations.run(on: queue, upTo: "meta")
            try await queue.write { db in
                try db.execute(sql: "INSERT INTO meta (key, value) VALUES ('mode', 'production')")
            }
            try queue.close()
            let error = #expect(throws: StoreError.self) {
                try SQLiteStore.open(path: path, mode: .production, opening: .current)
            }
            #expect(error?.code == .incompatible)
            #expect(error?.message.contains("is at meta") == true)
            #expect(error?.message.contains("peal migrate") == true)
            #expect(try DatabaseLook.version(at: path) == "meta")
            try SQLiteStore.open(path: path, mode: .production, opening: .migrating).close()
            #expect(try DatabaseLook.version(at: path) == Migrations.newest)
            try SQLiteStore.open(path: path, mode: .production, opening: .current).close()
        }
    }

    @Test("A look at a database counts devices by app, push service and state, and has the catalogs in force")
    func devicesAndCatalogs() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.db").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            let scene = StoreScene(store: store)
            for user in ["a", "b"] as [UserID] { try await scene.device(user) }
            let left = try await scene.device("c")
            #expect(try await store.revoke(left.id, of: "c", app: scene.app, now: scene.now))
            for (version, isDraft) in [("one", false), ("two", false), ("draft", true)] {
                let text = CatalogText(yaml: version, author: "ci", isDraft: isDraft)
                _ = try await store.apply([
                    ChangeGroup(
                        app: scene.app,
                        try await store.catalogFacts(of: scene.app, asking: nil).keeping(text, at: scene.now).changes
                    )
                ])
            }
            try store.close()
            let look = try DatabaseLook.at(path: path, mode: .production)
            #expect(look.devices == [DeviceCount(app: scene.app, provider: .fcm, state: .active, count: 2)])
            #expect(look.catalogs == [scene.app: "two"])
        }
    }

    @Test("A look at a database lists the time zones that users and their choices name, each once")
    func timeZones() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            try SQLiteStore.open(path: path, mode: .production).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                for (user, zone) in [("a", "Europe/Kiev"), ("b", "US/Pacific"), ("c", "Europe/Kiev"), ("d", nil)] {
                    try db.execute(
                        sql: """
                            INSERT INTO user (app, id, time_zone, roles, created_at, updated_at) VALUES (1, ?, ?, '[]', 0, 0)
                            """,
                        arguments: [user, zone]
                    )
                }
                for (user, choices) in [("a", #"{"quietHours":{"timeZone":{"value":"+05:30","at":1}}}"#), ("b", "{}")] {
                    try db.execute(
                        sql: "INSERT INTO preference (app, user_id, choices) VALUES (1, ?, ?)",
                        arguments: [user, choices]
                    )
                }
            }
            try queue.close()
            let look = try DatabaseLook.at(path: path, mode: .production)
            #expect(look.timeZones == ["+05:30", "Europe/Kiev", "US/Pacific"])
        }
    }

    @Test("A look at a database lists scheduled notifications that could not be made, the latest first (R066)")
    func failedSchedules() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            try SQLiteStore.open(path: path, mode: .production).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                try db.execute(sql: "INSERT INTO app (key, name) VALUES (1, 'gss')")
                let rows = [("e1", "failed", 1), ("e2", "failed", 2), ("e3", "skipped", 3), ("e4", "waiting", nil)]
                for (id, state, endedAt) in rows as [(String, String, Int?)] {
                    try db.execute(
                        sql: """
                            INSERT INTO schedule (app, entity_type, entity_id, type, time, due_at, state, reason, ended_at)
                            VALUES (1, 'event', ?, 'event-reminder', 0, 0, ?, ?, ?)
                            """,
                        arguments: [id, state, endedAt.map { _ in "missing-variable: /data/place" }, endedAt]
                    )
                }
            }
            try queue.close()
            let look = try DatabaseLook.at(path: path, mode: .production)
            #expect(look.failedSchedules.map(\.entity.id) == ["e2", "e1"])
            #expect(look.failedSchedules.first?.app == "gss")
            #expect(look.failedSchedules.first?.reason == "missing-variable: /data/place")
        }
    }

    /// Two connections that make checkpoints at the same time can damage a database (ADR 0052).
    @Test("A command next to a server leaves the log to the server, and carries it over where there is none")
    func logOfCommand() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let log = directory.appending(path: "peal.sqlite-wal").path
            let server = try SQLiteStore.open(path: path, mode: .production)
            let command = try SQLiteStore.open(path: path, mode: .production, opening: .current)
            for store in [server, command] { try await store.probe() }
            let written = try size(of: log)
            try #require(written > 0)
            try command.close()
            #expect(try size(of: log) == written)
            try server.close()
            #expect(try size(of: log) == 0)
            let alone = try SQLiteStore.open(path: path, mode: .production, opening: .current)
            try await alone.probe()
            try #require(try size(of: log) > 0)
            try alone.close()
            #expect(try size(of: log) == 0)
        }
    }

    /// Bytes of a file; none where there is no such file.
    private func size(of path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Each way to open a database.
    private static let ways: [@Sendable (String) throws -> Void] = [
        { try SQLiteStore.open(path: $0, mode: .production).close() },
        { try SQLiteStore.open(path: $0, mode: .production, opening: .current).close() },
        { _ = try DatabaseLook.version(at: $0) },
        { _ = try DatabaseBackup.write(from: $0, to: $0 + ".copy") },
    ]

    @Test(
        "A database of an unreleased format is refused, and the message says what to do",
        arguments: ways.indices,
        [["0001-foundation", "0002-kept-counts"], ["0001-platform", "0002-directory"]]
    )
    func unreleased(_ way: Int, _ history: [String]) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                for name in history {
                    try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
                }
            }
            try queue.close()
            let error = #expect(throws: StoreError.self) { try Self.ways[way](path) }
            #expect(error?.code == .incompatible)
            #expect(error?.message.contains("unreleased") == true)
            #expect(error?.message.contains("`--data`") == true)
        }
    }

    @Test("A database is for its owner only from its first moment, and one that was not becomes so")
    func modes() throws {
        try Self.inDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            // What a start left that was cut off.
            try Data(repeating: 0x41, count: 100).write(to: URL(filePath: path + ".new"))
            let store = try SQLiteStore.open(path: path, mode: .production)
            #expect(["", "-wal", "-shm"].map { Self.mode(path + $0) } == [0o600, 0o600, 0o600])
            #expect(!FileManager.default.fileExists(atPath: path + ".new"))
            try store.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try SQLiteStore.open(path: path, mode: .production, opening: .current).close()
            #expect(Self.mode(path) == 0o600)
        }
    }

    @Test("After closing, the file alone holds what was committed")
    func closedFile() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            _ = try await store.accept([.plain(1)], answer: nil)
            // Readers are open, too.
            #expect(try await store.user("a", app: "gss") == nil)
            try store.close()
            let copy = directory.appending(path: "copy.sqlite").path
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let reopened = try SQLiteStore.open(path: copy, mode: .production)
            #expect(try await reopened.backlog() == 1)
            try reopened.close()
            let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
            #expect((log ?? 0) == 0)
        }
    }

    private static func mode(_ path: String) -> Int? {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? NSNumber)?.intValue
    }

    private static func inDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }
}
