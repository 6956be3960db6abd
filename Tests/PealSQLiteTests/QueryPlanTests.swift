import Foundation
import GRDB
import PealTesting
import Synchronization
import Testing

@testable import PealSQLite

@Suite("Query plans")
struct QueryPlanTests {
    /// Small tables that are read whole at start, and counts over an index of due work alone.
    private static let allowed = ["secret_key", "data_key", "trigger USING COVERING INDEX trigger_due"]

    @Test("No statement that the conformance suite runs scans a table")
    func noScan() async throws {
        let statements = try await statementsOfConformance()
        #expect(statements.count > 80)
        let scans = try await withStore { store in
            try await store.pool.read { db in
                let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
                return try statements.flatMap { try Self.scans($0, tables, db) }
            }
        }
        #expect(scans.isEmpty, "\(scans.joined(separator: "\n"))")
    }

    @Test("A scan would be found")
    func scanIsFound() async throws {
        let scans = try await withStore { store in
            try await store.pool.read { db in
                try Self.scans("SELECT * FROM notification WHERE title = ?", ["notification"], db)
            }
        }
        #expect(scans.count == 1)
    }

    private static func scans(_ sql: String, _ tables: [String], _ db: Database) throws -> [String] {
        let aliases = try aliases(in: sql, tables)
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).compactMap { row in
            let detail: String = row["detail"]
            guard detail.hasPrefix("SCAN ") else { return nil }
            let what = detail.dropFirst("SCAN ".count)
            let name = what.prefix { $0 != " " }
            guard tables.contains(String(name)) || aliases.contains(String(name)) else { return nil }
            return allowed.contains { what.hasPrefix($0) } ? nil : "\(detail): \(sql)"
        }
    }

    /// `table a` and `table AS a` make the plan speak of `a`.
    private static func aliases(in sql: String, _ tables: [String]) throws -> Set<String> {
        let words = sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        var aliases: Set<String> = []
        for (index, word) in words.enumerated() where tables.contains(word) {
            aliases.formUnion(words.dropFirst(index + 1).prefix(2).filter { $0.count == 1 })
        }
        return aliases
    }

    private func statementsOfConformance() async throws -> Set<String> {
        let log = StatementLog()
        for promise in StoreConformance<SQLiteStore>.cases {
            try await withDirectory { directory in
                let path = directory.appending(path: "peal.sqlite").path
                let store = try SQLiteStore.open(path: path, mode: .sandbox)
                try await store.pool.barrierWriteWithoutTransaction { db in log.listen(to: db) }
                for _ in 0..<8 { try await store.pool.read { db in log.listen(to: db) } }
                try await promise.run(on: store)
                try store.close()
            }
        }
        return log.statements.withLock { $0 }
    }
}

/// The reading and writing statements that connections ran.
private final class StatementLog: Sendable {
    let statements = Mutex<Set<String>>([])

    func listen(to db: Database) {
        db.trace { event in
            guard case .statement(let statement) = event else { return }
            let sql = statement.sql
            let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
            guard verbs.contains(where: { sql.hasPrefix($0) }), !sql.contains("sqlite_") else { return }
            self.statements.withLock { _ = $0.insert(sql) }
        }
    }
}
