import Foundation
import GRDB
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("Checkpoints")
struct CheckpointsTests {
    /// Bytes of what ``write(_:in:)`` writes once: 100 pages.
    private static let part = 409_600

    @Test("The log begins again each time it has grown, and the database has everything")
    func bounded() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            var longest = 0
            for number in 0..<60 {
                try await write(number, in: store)
                longest = max(longest, store.checkpoints?.pages ?? 0)
            }
            #expect(longest >= Checkpoints.interval)
            #expect(longest < Checkpoints.interval + 300)
            #expect(try size(of: path) > 38 * Self.part)
            try store.close()
        }
    }

    @Test("A reader of an older snapshot keeps the log; after it the log begins again with the next commits")
    func delayed() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            try await write(0, in: store)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: path, configuration: configuration)
            try await reader.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN")
                _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM meta")
            }
            for number in 1..<40 { try await write(number, in: store) }
            let checkpoints = try #require(store.checkpoints)
            #expect(checkpoints.pages > Checkpoints.interval + 1_000)
            try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
            try reader.close()
            for number in 40..<42 { try await write(number, in: store) }
            #expect(checkpoints.pages < 300)
            try store.close()
        }
    }

    @Test("One that a reader kept from letting the log begin again is repeated soon")
    func repeated() async throws {
        try await withDirectory { directory in
            let pool = try DatabasePool(path: directory.appending(path: "log.sqlite").path)
            let checkpoints = try await pool.writeWithoutTransaction { db in
                try db.execute(sql: "CREATE TABLE part (bytes BLOB) STRICT")
                return Checkpoints(of: db)
            }
            func write(_ pages: Int) async throws {
                try await pool.writeWithoutTransaction { db in
                    try db.execute(sql: "INSERT INTO part VALUES (zeroblob(?))", arguments: [pages * 4_096])
                    if checkpoints.pages > Checkpoints.interval + 90 { checkpoints.make(db) }
                }
            }
            try await write(Checkpoints.interval + 50)
            // A reader of the newest snapshot: the checkpoint is complete, and the log cannot begin again.
            try await pool.read { _ in }
            let reader = try pool.makeSnapshot()
            try await pool.writeWithoutTransaction { db in checkpoints.make(db) }
            try await write(30)
            #expect(checkpoints.pages > Checkpoints.interval)
            _ = try await reader.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM part") }
            try reader.close()
            try await write(Checkpoints.repetition)
            try await write(1)
            #expect(checkpoints.pages < 100)
            try pool.close()
        }
    }

    @Test("A command next to a server makes none")
    func command() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let server = try SQLiteStore.open(path: path, mode: .production)
            let command = try SQLiteStore.open(path: path, mode: .production, opening: .current)
            let before = try size(of: path)
            for number in 0..<30 { try await write(number, in: command) }
            #expect(command.checkpoints == nil)
            #expect(try size(of: path) == before)
            try command.close()
            try server.close()
        }
    }

    private func write(_ number: Int, in store: SQLiteStore) async throws {
        _ = try await store.writer.perform(.progress) { db in
            try db.run(
                "INSERT INTO meta (key, value) VALUES (?, hex(zeroblob(?)))",
                ["part-\(number)", Self.part / 2]
            )
        }
    }

    private func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
