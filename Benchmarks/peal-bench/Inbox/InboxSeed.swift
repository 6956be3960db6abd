import Foundation
import GRDB
import PealCore
import PealEngine
import PealSQLite

/// Fills a store with the rows of many users, and of a few whose inboxes are read.
struct InboxSeed {
    let file: URL
    let others: Int
    let sizes: [Int]

    /// Rows of each of the others.
    static let rowsOfOthers = 50

    let app: AppID = "bench"
    /// The instant of all rows.
    let now = Timestamp(seconds: 1_800_000_000)

    /// The user with an inbox of a size.
    func user(_ size: Int) -> UserID { UserID("reader-\(size)") }

    /// Makes the store and fills it by SQL: only how it is read is measured.
    func fill() async throws -> SQLiteStore {
        let store = try SQLiteStore.open(path: file.path, mode: .production)
        // What gives the app its key.
        for size in sizes {
            _ = try await PutUser(store: store)(User(id: user(size), createdAt: now, updatedAt: now), app: app)
        }
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { db in
            try db.execute(
                sql: Self.triggers,
                arguments: ["rows": (sizes.max() ?? 0), "app": app.rawValue, "now": now.milliseconds]
            )
            let count = Self.rowsOfOthers
            try insert(others, prefix: "o", user: "'other-' || (i / \(count))", trigger: "i % \(count) + 1", db)
            for (index, size) in sizes.enumerated() {
                try insert(size, prefix: "\(index)", user: "'\(user(size))'", trigger: "i", db)
            }
            try db.execute(
                sql: """
                    INSERT INTO badge (app, user_id, version, unseen, unread)
                    SELECT app, user_id, 1, SUM(seen_at IS NULL), SUM(read_at IS NULL) FROM notification GROUP BY 1, 2
                    """
            )
        }
        try queue.close()
        return store
    }

    /// Inserts rows, of which the last are not read, and alone in their category and thread.
    func insert(_ rows: Int, unread: Int = 3, prefix: String, user: String, trigger: String, _ db: Database) throws {
        guard rows > 0 else { return }
        let digits = 16 - prefix.utf8.count
        try db.execute(
            sql: """
                WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < :rows)
                INSERT INTO notification (app, id, trigger_id, user_id, category, sealed_text, link, thread, locale, rank,
                    created_at, expires_at, policy_version, trace, push, push_reason, is_alert, alerts_on_failure, seen_at,
                    read_at)
                SELECT (SELECT key FROM app WHERE name = :app), CAST('\(prefix)' || printf('%0\(digits)d', i) AS BLOB),
                    CAST(printf('%016d', \(trigger)) AS BLOB), \(user), CASE WHEN i > :read THEN 'chat' ELSE 'news' END,
                    x'00', CASE WHEN i > :read THEN '/chat' ELSE '/' END,
                    CASE WHEN i > :read THEN 'chat' ELSE 't' || (i % 100) END, 'en', 1, :now, :now, 1, '', 'suppress',
                    'no-device', 0, 0, CASE WHEN i <= :read THEN :now END, CASE WHEN i <= :read THEN :now END
                FROM c
                """,
            arguments: ["rows": rows, "read": rows - unread, "app": app.rawValue, "now": now.milliseconds]
        )
    }

    private static let triggers = """
        WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < MAX(:rows, 100))
        INSERT INTO trigger (app, id, type, audience, due_at, accepted_at, catalog_version, sealed_data, fan_out)
        SELECT (SELECT key FROM app WHERE name = :app), CAST(printf('%016d', i) AS BLOB), 'news', 'all', :now, :now, 1,
            x'00', 'finished'
        FROM c
        """
}
