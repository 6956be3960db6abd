import GRDB

/// Tells the query planner what the tables look like in use.
///
/// Without figures it takes every first key column for selective, and would answer `app = ? AND user_id = ?` by reading
/// all of an app. Fixed figures, unlike `ANALYZE`, give the same plans on every machine and at every size.
enum PlannerStatistics {
    /// Makes the table that holds the figures, in a database that is still empty.
    static func prepare(_ db: Database) throws { try db.execute(sql: "ANALYZE") }

    /// Adds figures of indexes, or replaces those of indexes that were rebuilt.
    static func add(_ figures: [IndexFigures], _ db: Database) throws {
        for figures in figures {
            try db.execute(
                sql: "DELETE FROM sqlite_stat1 WHERE tbl = ? AND idx = ?",
                arguments: [figures.table, figures.index]
            )
            try db.execute(
                sql: "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
                arguments: [figures.table, figures.index, figures.rows]
            )
        }
        try db.execute(sql: "ANALYZE sqlite_schema")
    }
}

/// How many rows an index has, then how many agree in its first column, in its first two, and so on.
struct IndexFigures {
    let table: String
    let index: String
    let rows: String

    /// Without an index it is the table's primary key.
    init(_ table: String, _ index: String? = nil, rows: String) {
        self.table = table
        self.index = index ?? table
        self.rows = rows
    }
}
