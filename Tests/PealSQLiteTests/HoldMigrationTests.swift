import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite

@Suite("What holds a push")
struct HoldMigrationTests {
    @Test("Pushes that an earlier version held wait for quiet hours, and those of a window were in a digest")
    func migrated() async throws {
        try await withDirectory { directory in
            let pool = try DatabasePool(path: directory.appending(path: "peal.sqlite").path)
            try Migrations.run(on: pool, upTo: "0004-erasure")
            try await pool.write { db in
                for sql in Self.old { try db.execute(sql: sql) }
            }
            try Migrations.run(on: pool)
            let rows = try await pool.read { db in
                try Row.fetchAll(db, sql: "SELECT hold_stage, was_gathered FROM notification ORDER BY id").map { row in
                    try Held(stage: row.word(0), wasGathered: row.flag(1))
                }
            }
            #expect(
                rows == [Held(stage: .quietHours, wasGathered: false), Held(stage: .quietHours, wasGathered: true)]
            )
            try pool.close()
        }
    }

    @Test("No push is held without a stage")
    func constraint() async throws {
        try await withDirectory { directory in
            let pool = try DatabasePool(path: directory.appending(path: "peal.sqlite").path)
            try Migrations.run(on: pool)
            try await pool.write { db in
                for sql in Self.old { try db.execute(sql: sql) }
                #expect(throws: DatabaseError.self) {
                    try db.execute(sql: "UPDATE notification SET hold_stage = NULL WHERE push = 'hold'")
                }
            }
            try pool.close()
        }
    }

    private struct Held: Equatable {
        var stage: Stage
        var wasGathered: Bool
    }

    private static let old = [
        """
        INSERT INTO trigger (app, id, type, audience, due_at, accepted_at, catalog_version, sealed_data)
        VALUES ('x', zeroblob(16), 't', 'all', 1, 1, 1, x'')
        """,
        """
        INSERT INTO notification (app, id, trigger_id, user_id, category, title, body, link, locale, rank, created_at,
            expires_at, policy_version, trace, push, held_until, slot, slot_until, is_alert, alerts_on_failure)
        SELECT 'x', CAST(printf('%016d', value) AS BLOB), zeroblob(16), 'u' || value, 'c', '', '', '', 'en', 1, 1, 1, 1,
            '', CASE value WHEN 1 THEN 'hold' ELSE 'digest' END, 5, CASE value WHEN 2 THEN 's' END,
            CASE value WHEN 2 THEN 5 END, 0, 0
        FROM json_each('[1, 2]')
        """,
    ]
}
