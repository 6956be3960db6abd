extension SchemaPart {
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
