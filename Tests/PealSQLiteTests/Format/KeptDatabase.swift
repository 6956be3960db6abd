import Foundation
import GRDB
import PealSQLite
import Testing

/// A database file that a version of Peal wrote, and beside it the text of what the ports answered from it.
///
/// Files that were kept are never changed: what servers have on their disks is not changed either.
struct KeptDatabase: Sendable, CustomTestStringConvertible {
    /// The folder of both files.
    let folder: URL
    /// Their name without the extension: `v1`.
    let name: String

    var testDescription: String { name }

    /// The database.
    var file: URL { folder.appending(path: "\(name).sqlite") }
    /// The answers, a call a line: `InboxStore.counts(of:app:since:) = (unread: 1, …)`.
    var answersFile: URL { folder.appending(path: "\(name).txt") }

    /// Those of the repository, the oldest first.
    static let all: [KeptDatabase] = {
        let folder = URL(filePath: #filePath).appending(path: "../Kept").standardized
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let names = files.filter { $0.pathExtension == "sqlite" }.map { $0.deletingPathExtension().lastPathComponent }
        return names.sorted { ($0.count, $0) < ($1.count, $1) }.map { KeptDatabase(folder: folder, name: $0) }
    }()

    /// Calls that a file has no rows for, by its name: their methods came after it.
    private static let withoutRows: [String: Set<String>] = [:]

    /// Whether it has rows for a call.
    func hasRows(for call: String) -> Bool { Self.withoutRows[name]?.contains(call) != true }

    /// The answers, by call.
    func answers() throws -> [String: String] {
        let lines = try String(contentsOf: answersFile, encoding: .utf8).split(separator: "\n")
        let pairs = lines.compactMap { line -> (String, String)? in
            guard let mark = line.firstRange(of: " = ") else { return nil }
            return (String(line[..<mark.lowerBound]), String(line[mark.upperBound...]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Opens a copy as a server does, migrated to this version; it is deleted when the body ends.
    func withStore<Value>(_ body: (SQLiteStore) async throws -> Value) async throws -> Value {
        try await withCopy { copy in
            let store = try SQLiteStore.open(path: copy.path, mode: .production)
            let value = try await body(store)
            try store.close()
            return value
        }
    }

    /// The tables of the file as it was kept, not migrated, that have no row, and columns that are NULL in every row.
    func unfilled() async throws -> [String] {
        try await withCopy { copy in
            try await DatabaseQueue(path: copy.path).read { db in
                let sql = """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name
                    """
                return try String.fetchAll(db, sql: sql).flatMap { table in
                    let columns = try db.columns(in: table).map(\.name)
                    let counts = columns.map { "COUNT(\($0))" }.joined(separator: ", ")
                    let row = try Row.fetchOne(db, sql: "SELECT COUNT(*), \(counts) FROM \(table)")
                    guard let row, row[0] != 0 else { return [table] }
                    return columns.enumerated().filter { row[$0.offset + 1] == 0 }.map { "\(table).\($0.element)" }
                }
            }
        }
    }

    /// What is wrong with a database: its pages, its references, or the counts that it keeps.
    static func damage(_ db: Database) throws -> [String] {
        let pages = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map(\.description)
        return try pages + references + KeptCounts.mismatches(db)
    }

    private func withCopy<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        try await withDirectory { directory in
            let copy = directory.appending(path: "peal.sqlite")
            try FileManager.default.copyItem(at: file, to: copy)
            return try await body(copy)
        }
    }
}
