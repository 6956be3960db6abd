import Foundation
import GRDB
import PealCore
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("The schema refuses to change an audit log (R213)")
struct AuditSchemaTests {
    /// Statements that nobody may run on a log of 30 entries with checkpoints at 10 and 20, of which 10 are pruned.
    private static let refused = [
        "UPDATE audit_entry SET leaf = x'00' WHERE position = (1 << 40) + 12",
        "UPDATE audit_entry SET at = at + 1",
        "DELETE FROM audit_entry WHERE position = (1 << 40) + 29",
        "DELETE FROM audit_entry WHERE position = (1 << 40) + 10",
        "DELETE FROM audit_entry",
        "INSERT OR REPLACE INTO audit_entry SELECT position, at, action, user_ref, notification_id, x'00' FROM audit_entry WHERE position = (1 << 40) + 12",
        "REPLACE INTO audit_entry SELECT (1 << 40) + 3, at, action, user_ref, notification_id, leaf FROM audit_entry WHERE position = (1 << 40) + 12",
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
            let all = try await scene.appendAudit(30)
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
                limit: 99,
                newestFirst: false
            )
            #expect(left == Array(all.dropFirst(10)))
        }
    }

    @Test("Entries of before the app's key and the number were one number are taken over")
    func takesOver() throws {
        let queue = try DatabaseQueue()
        try Migrations.run(on: queue, upTo: "0012-arrivals")
        try queue.write { db in
            for app in 1...2 {
                for seq in 0..<3 {
                    try db.execute(
                        sql: """
                            INSERT INTO audit_entry (app, seq, at, action, user_ref, leaf) VALUES (?, ?, 7, 'sent', 5, ?)
                            """,
                        arguments: [app, seq, Data([UInt8(app), UInt8(seq)])]
                    )
                }
            }
        }
        try Migrations.run(on: queue)
        let rows = try queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT position >> 40, position & 0xFF, leaf FROM audit_entry WHERE user_ref = 5 ORDER BY position
                    """
            )
        }
        #expect(rows.count == 6)
        for row in rows { #expect(row[2] as Data == Data([row[0] as UInt8, row[1] as UInt8])) }
    }

    @Test(
        "Each filter finds entries by an index of its own, and time by the key",
        arguments: [
            ("user_ref = 1", "audit_user"), ("notification_id = x'00'", "audit_notification"),
            ("action = 'sent'", "audit_action"),
        ]
    )
    func plans(condition: String, index: String) async throws {
        try await withStore { store in
            let plan = try await store.pool.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        EXPLAIN QUERY PLAN SELECT leaf FROM audit_entry
                        WHERE position >= 5 AND position < 90 AND \(condition) ORDER BY position DESC LIMIT 9
                        """
                ).map { $0["detail"] as String }
            }
            #expect(plan.count == 1 && plan[0].contains("USING INDEX \(index)"), "\(plan)")
        }
    }
}
