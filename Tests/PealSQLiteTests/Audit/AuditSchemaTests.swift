import GRDB
import PealCore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("The schema refuses to change an audit log (R213)")
struct AuditSchemaTests {
    /// Statements that nobody may run on a log of 300 entries in two pages with checkpoints at 10 and 20, of which 10 are pruned.
    private static let refused = [
        "UPDATE audit_page SET entries = x'00' WHERE position = (1 << 40) + 10",
        "UPDATE audit_page SET entries = CAST(entries || x'00' AS BLOB)",
        "UPDATE audit_page SET entries = CAST(entries || x'00' AS BLOB), size = size + 1 WHERE position = (1 << 40) + 10",
        "UPDATE audit_page SET entries = CAST(x'00' || substr(entries, 2) AS BLOB), size = size + 1 WHERE position > (1 << 40) + 10",
        "UPDATE audit_page SET entries = substr(entries, 9), position = position + 1, size = size - 1 WHERE position = (1 << 40) + 10",
        "UPDATE audit_page SET size = size + 5 WHERE position = (1 << 40) + 256",
        "INSERT INTO audit_page (size, at, entries) VALUES (1, 5, x'000000')",
        "INSERT OR REPLACE INTO audit_page (size, at, entries) VALUES (1, 5, x'000000')",
        "DELETE FROM audit_page_keys",
        "UPDATE audit_page_keys SET filter = x'00'",
        "UPDATE audit_page_keys SET position = position + 1",
        "INSERT OR REPLACE INTO audit_page_keys SELECT position, 0, x'00' FROM audit_page_keys",
        "UPDATE audit_page SET at = at + 1",
        "UPDATE audit_page SET size = size + 1",
        "DELETE FROM audit_page WHERE position = (1 << 40) + 256",
        "DELETE FROM audit_page WHERE position = (1 << 40) + 10",
        "DELETE FROM audit_page",
        "INSERT OR REPLACE INTO audit_page SELECT position, size, at, x'00' FROM audit_page WHERE position = (1 << 40) + 10",
        "REPLACE INTO audit_page SELECT (1 << 40) + 3, size, at, entries FROM audit_page WHERE position = (1 << 40) + 10",
        "UPDATE audit_tree SET size = size - 1",
        "UPDATE audit_tree SET first_seq = 0",
        "UPDATE audit_tree SET first_seq = 15",
        "UPDATE audit_tree SET at = at - 1",
        "DELETE FROM audit_tree",
        "INSERT OR REPLACE INTO audit_tree SELECT app, 0, 0, at, x'', x'' FROM audit_tree",
        "UPDATE audit_checkpoint SET note = ''",
        "DELETE FROM audit_checkpoint",
        "INSERT OR REPLACE INTO audit_checkpoint SELECT app, size, at, '', verification_key, frontier, last_hash FROM audit_checkpoint",
        "INSERT INTO audit_checkpoint SELECT app, 5, at, note, verification_key, frontier, last_hash FROM audit_checkpoint LIMIT 1",
    ]

    @Test("What is written stays as it is", arguments: refused)
    func refuses(_ statement: String) async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            let all = try await scene.appendAudit(300)
            #expect(try await scene.addCheckpoint(10))
            #expect(try await scene.addCheckpoint(20))
            #expect(try await store.pruneAudit(of: scene.app, before: all[15].at, limit: 100) == 10)
            await #expect(throws: DatabaseError.self) {
                try await store.pool.write { db in try db.execute(sql: statement) }
            }
            let left = try await store.auditEntries(
                of: scene.app,
                AuditFilter(),
                after: nil,
                limit: 999,
                newestFirst: false
            )
            #expect(left == Array(all.dropFirst(10)))
        }
    }
}
