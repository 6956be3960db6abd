import Foundation
import GRDB
import PealCore
import Testing

@testable import PealSQLite

@Suite("Backups")
struct BackupTests {
    @Test("A database that no server has used is refused, and nothing is written", arguments: [true, false])
    func unused(exists: Bool) async throws {
        try await withDirectory { directory in
            let source = directory.appending(path: "peal.sqlite").path
            if exists { try SQLiteStore.open(path: source, mode: .production).close() }
            let target = directory.appending(path: "copy.sqlite").path
            let error = #expect(throws: StoreError.self) { try DatabaseBackup.write(from: source, to: target) }
            #expect(error?.code == .missing)
            #expect(Self.copies(in: directory).isEmpty)
        }
    }

    @Test("A database of an older version is copied as it is, and stays as it is")
    func older() async throws {
        try await withDirectory { directory in
            let source = try Self.used(in: directory)
            try Self.write(source, "DELETE FROM grdb_migrations WHERE identifier <> 'meta'")
            let target = directory.appending(path: "copy.sqlite").path
            _ = try DatabaseBackup.write(from: source, to: target)
            #expect(try DatabaseLook.version(at: source) == "meta")
            #expect(try DatabaseLook.version(at: target) == "meta")
        }
    }

    @Test("A backup that fails leaves no part of one")
    func damaged() async throws {
        try await withDirectory { directory in
            let source = try Self.used(in: directory)
            // The schema stays readable, the tables that are counted do not.
            var bytes = try Data(contentsOf: URL(filePath: source))
            let pages = try Self.pages(of: ["user", "device", "trigger", "notification"], in: source)
            for page in pages { bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(count: 4096)) }
            try bytes.write(to: URL(filePath: source))
            let target = directory.appending(path: "copy.sqlite").path
            #expect(throws: StoreError.self) { try DatabaseBackup.write(from: source, to: target) }
            #expect(Self.copies(in: directory).isEmpty)
        }
    }

    @Test("A copy is for its owner only, and takes the place of what a cut-off backup left")
    func owner() async throws {
        try await withDirectory { directory in
            let source = try Self.used(in: directory)
            let target = directory.appending(path: "copy.sqlite").path
            try Data("part".utf8).write(to: URL(filePath: target + ".partial"))
            _ = try DatabaseBackup.write(from: source, to: target)
            #expect(Self.copies(in: directory) == ["copy.sqlite"])
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? NSNumber
            #expect(mode == 0o600)
        }
    }

    /// A database with the key of an app, as a server leaves it.
    private static func used(in directory: URL) throws -> String {
        let path = directory.appending(path: "peal.sqlite").path
        try SQLiteStore.open(path: path, mode: .production).close()
        try write(path, "INSERT INTO data_key VALUES (1, 1, x'00', 0)")
        return path
    }

    private static func write(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: sql)
            _ = try db.checkpoint(.truncate)
        }
        try queue.close()
    }

    private static func pages(of tables: [String], in path: String) throws -> [Int] {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            try tables.compactMap {
                try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [$0])
            }
        }
    }

    private static func copies(in directory: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).filter { $0.hasPrefix("copy") }
            .sorted()
    }
}
