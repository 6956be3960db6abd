import GRDB

/// Tells the query planner what the tables look like in use.
///
/// Without figures it takes every first key column for selective, and would answer `app = ? AND user_id = ?` by reading
/// all of an app. Fixed figures, unlike `ANALYZE`, give the same plans on every machine and at every size.
enum PlannerStatistics {
    /// Makes the table that holds the figures, in a database that is still empty.
    static func prepare(_ db: Database) throws { try db.execute(sql: "ANALYZE") }

    /// Adds the figures of an index, or replaces those of one that was rebuilt: SQLite forgets them with the index.
    static func add(_ rows: String, of index: String, in table: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM sqlite_stat1 WHERE tbl = ? AND idx = ?", arguments: [table, index])
        try db.execute(
            sql: "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
            arguments: [table, index, rows]
        )
    }

    /// Lets the connection read the figures again.
    static func load(_ db: Database) throws { try db.execute(sql: "ANALYZE sqlite_schema") }
}
