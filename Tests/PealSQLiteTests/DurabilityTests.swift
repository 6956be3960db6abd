import Foundation
import GRDB
import PealCore
import PealStore
import PealTesting
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("Durability", .serialized)
struct DurabilityTests {
    @Test("The writer syncs every commit, and keeps foreign keys")
    func synchronous() async throws {
        try await withStore { store in
            let (synchronous, journal, keys) = try await store.pool.writeWithoutTransaction { db in
                (
                    try Int.fetchOne(db, sql: "PRAGMA synchronous"),
                    try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                    try Int.fetchOne(db, sql: "PRAGMA foreign_keys")
                )
            }
            #expect(synchronous == 2)
            #expect(journal == "wal")
            #expect(keys == 1)
        }
    }

    @Test("A full disk fails the readiness probe, as unavailable, until there is room again")
    func full() async throws {
        try await withStore { store in
            func bound(_ pages: String) async throws {
                try await store.pool.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA max_page_count = \(pages)")
                }
            }
            let pages = try await store.pool.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
            try await bound("\(pages)")
            let error = await #expect(throws: StoreError.self) { try await store.probe() }
            #expect(error?.code == .unavailable)
            try await bound("1000000")
            try await store.probe()
        }
    }

    @Test("What was answered is there after the process is gone without a word")
    func crash() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            // Copies as a kill would leave them: the file and its log, at instants between answers.
            for count in 1...12 {
                let user = User(id: UserID("u\(count)"), createdAt: .init(seconds: 1), updatedAt: .init(seconds: 1))
                _ = try await store.putUser(user, app: "gss")
                let copy = directory.appending(path: "copy-\(count).sqlite").path
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                }
                let reopened = try SQLiteStore.open(path: copy, mode: .production)
                for earlier in 1...count {
                    #expect(try await reopened.user(UserID("u\(earlier)"), app: "gss") != nil)
                }
                try reopened.close()
            }
            try store.close()
        }
    }

    @Test("A torn log loses nothing that had been answered before the tear")
    func tornLog() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            _ = try await store.putUser(
                User(id: "a", createdAt: .init(seconds: 1), updatedAt: .init(seconds: 1)),
                app: "gss"
            )
            let answered = try Data(contentsOf: URL(filePath: path + "-wal")).count
            _ = try await store.putUser(
                User(id: "b", createdAt: .init(seconds: 1), updatedAt: .init(seconds: 1)),
                app: "gss"
            )
            let copy = directory.appending(path: "copy.sqlite").path
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let log = try Data(contentsOf: URL(filePath: path + "-wal"))
            try log.prefix(answered + 100).write(to: URL(filePath: copy + "-wal"))
            let reopened = try SQLiteStore.open(path: copy, mode: .production)
            #expect(try await reopened.user("a", app: "gss") != nil)
            #expect(try await reopened.user("b", app: "gss") == nil)
            try reopened.close()
            try store.close()
        }
    }

    @Test("The backlog is counted anew when a file is opened")
    func backlog() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            _ = try await store.accept([.plain(1), .plain(2), .plain(3)], answer: nil)
            let second = TriggerSubmission.plain(2).trigger.id
            _ = try await store.apply([
                ChangeGroup(
                    app: "gss",
                    [.beginCancel(second, in: .beforeFanOut, CancelStart(in: .beforeFanOut), at: .init(seconds: 1))]
                )
            ])
            try store.close()
            let reopened = try SQLiteStore.open(path: path, mode: .production)
            #expect(try await reopened.backlog() == 2)
            try reopened.close()
        }
    }

    @Test("A backup taken in use opens as a store of its own")
    func backup() async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(path: directory.appending(path: "peal.sqlite").path, mode: .sandbox)
            _ = try await store.accept([.plain(1)], answer: nil)
            let copy = directory.appending(path: "backup.sqlite").path
            _ = try await store.writer.perform(.intake) { db in
                try db.run("INSERT INTO data_key VALUES (1, 1, x'00', 0)")
            }
            let source = directory.appending(path: "peal.sqlite").path
            let backup = try DatabaseBackup.write(from: source, to: copy)
            #expect(backup.counts.first { $0.name == "trigger" }?.rows == 1)
            #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
            _ = try await store.accept([.plain(2)], answer: nil)
            let restored = try SQLiteStore.open(path: copy, mode: .sandbox)
            #expect(try await restored.backlog() == 1)
            try restored.close()
            try store.close()
        }
    }
}

extension TriggerSubmission {
    /// A trigger for user `a` whose identifier is told by a number.
    static func plain(_ number: UInt64) -> TriggerSubmission {
        TriggerSubmission(
            trigger: Trigger(
                id: TriggerID(UUIDv7(milliseconds: number, random: (number, number))),
                app: "gss",
                type: "kudos",
                audience: .users(["a"]),
                data: [:],
                dueAt: .init(seconds: 1),
                acceptedAt: .init(seconds: 1),
                catalogVersion: 1
            ),
            sealedData: [],
            entities: [],
            claim: nil
        )
    }
}
