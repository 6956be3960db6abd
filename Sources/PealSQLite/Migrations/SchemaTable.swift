import GRDB

/// A table with its indexes and triggers, and what the indexes look like in use.
struct SchemaTable {
    let name: String
    /// How many rows an index has, then how many agree in its first column, in its first two, and so on; the table's own name
    /// is that of its primary key.
    let rows: KeyValuePairs<String, String>
    let sql: String

    init(_ name: String, rows: KeyValuePairs<String, String> = [:], sql: String) {
        self.name = name
        self.rows = rows
        self.sql = sql
    }

    /// Makes it in a database that has no such table.
    func create(in db: Database) throws {
        try db.execute(sql: sql)
        for (index, rows) in rows { try PlannerStatistics.add(rows, of: index, in: name, db) }
    }

    /// A condition that a column holds one of the words that are known, the usual one first; NULL passes a CHECK.
    ///
    /// `IN` with three words or more makes SQLite build a table of them for each row that it checks.
    static func isWord(_ column: String, _ words: String...) -> String {
        "(" + words.map { "\(column) = '\($0)'" }.joined(separator: " OR ") + ")"
    }

    /// Triggers that raise a user's `facts_version` with each row of a table that comes, goes or changes: no statement can
    /// forget it.
    ///
    /// A row that is written as it was raises nothing. A user nobody put has no version, and gets no push.
    /// - Parameters:
    ///   - table: a table whose rows belong to a user.
    ///   - columns: what decisions may read of a row.
    ///   - user: the column that names the user; of the user's own row, whose coming and going change no fact.
    ///   - removal: which deleted rows had said something until then.
    /// - Returns: the statements that make the triggers.
    static func factsVersion(
        of table: String,
        changed columns: [String],
        user: String = "user_id",
        removal: String = "true"
    ) -> String {
        func raise(_ users: String) -> String {
            "UPDATE user SET facts_version = facts_version + 1 WHERE app = \(users);"
        }
        func row(_ name: String) -> String { "(" + columns.map { "\(name).\($0)" }.joined(separator: ", ") + ")" }
        let changed = """
            CREATE TRIGGER \(table)_facts AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
            WHEN \(row("OLD")) IS NOT \(row("NEW")) BEGIN
                \(raise("NEW.app AND id IN (OLD.\(user), NEW.\(user))"))
            END;
            """
        guard table != "user" else { return changed }
        return changed + """

            CREATE TRIGGER \(table)_facts_added AFTER INSERT ON \(table) BEGIN
                \(raise("NEW.app AND id = NEW.\(user)"))
            END;
            CREATE TRIGGER \(table)_facts_removed AFTER DELETE ON \(table) WHEN \(removal) BEGIN
                \(raise("OLD.app AND id = OLD.\(user)"))
            END;
            """
    }
}
