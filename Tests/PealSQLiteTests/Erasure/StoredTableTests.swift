import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite

@Suite("The list of what tables hold about users")
struct StoredTableTests {
    /// Columns by whose names something of a user is to be expected.
    private static let personal = [
        "user_id", "owner_id", "actor_id", "audience", "cursor", "sealed", "scope_key", "token", "key_hash",
    ]

    private struct Column: Sendable {
        var table: String
        var name: String
        var type: String
    }

    /// What of the schema the list leaves out.
    private static func missing(_ db: Database) throws -> [String] {
        let columns = try Row.fetchAll(
            db,
            sql: """
                SELECT l.name, c.name, c.type FROM pragma_table_list l, pragma_table_info(l.name) c
                WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite_%' AND l.name NOT LIKE 'grdb_%'
                """
        ).map { Column(table: $0[0], name: $0[1], type: $0[2]) }
        return columns.filter { column in
            // Secret keys, and the secrets of webhooks, are of a backend, and a token's version is a number.
            guard !["secret_key", "webhook"].contains(column.table), column.type != "INTEGER" else { return false }
            guard let table = StoredTable(rawValue: column.table) else { return true }
            return personal.contains(where: column.name.contains) && !table.holding.columns.contains(column.name)
        }.map { "\($0.table).\($0.name)" }.sorted()
    }

    @Test("names every table with a text or bytes, and in it every column that names a user or is sealed")
    func complete() async throws {
        try await withStore { store in
            #expect(try await store.pool.read { db in try Self.missing(db) } == [])
            try await store.pool.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE diary (app INTEGER, page TEXT) STRICT; ALTER TABLE claim ADD COLUMN owner_id TEXT;
                        """
                )
            }
            #expect(try await store.pool.read { db in try Self.missing(db) } == ["claim.owner_id", "diary.page"])
        }
    }

    @Test("names tables and columns that are there, and what is deleted by another table is found by a key of it")
    func real() async throws {
        try await withStore { store in
            let columns = try await store.pool.read { db in
                try Row.fetchAll(
                    db,
                    sql:
                        "SELECT l.name, c.name FROM pragma_table_list l, pragma_table_info(l.name) c WHERE l.schema = 'main'"
                ).map { "\($0[0] as String).\($0[1] as String)" }
            }
            for table in StoredTable.allCases {
                #expect(columns.contains { $0.hasPrefix("\(table.rawValue).") }, "\(table)")
                for column in table.holding.columns { #expect(columns.contains("\(table.rawValue).\(column)")) }
            }
        }
    }

    @Test("every table that holds something is exported or says why not", arguments: StoredTable.allCases)
    func exported(_ table: StoredTable) {
        if case .no(let reason) = table.holding.export { #expect(!reason.isEmpty) }
        #expect(table.holding.erasure != .nothing || table.holding.columns.isEmpty)
    }

    @Test("every part of an export is of a table")
    func parts() {
        let parts = StoredTable.allCases.compactMap { table in
            if case .part(let part) = table.holding.export { part } else { nil }
        }
        #expect(Set(parts) == Set(ExportPart.allCases))
    }
}
