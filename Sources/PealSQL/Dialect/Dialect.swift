/// How a database says what SQL leaves to each.
///
/// Statements and the schema are written once, in the subset that SQLite and PostgreSQL share, with words in braces where they
/// differ: `{texts ?1 j}`. A text is rendered when it is prepared.
package struct Dialect: Sendable {
    /// What databases say differently.
    package enum Word: String, CaseIterable, Sendable {
        /// A type of the schema: `INTEGER` (64 bits), `REAL`, `TEXT` (ordered by bytes) or `BLOB`.
        case type
        /// The type of an identifier of 16 bytes, which may be checked to be one: `id {id id}`.
        case id
        /// A key that the database numbers, never twice the same.
        case numbered
        /// Ends a table whose rows stand in the order of its key.
        case byKey = "by_key"
        /// Ends a table whose rows stand as they come.
        case byRow = "by_row"
        /// A condition that a text is JSON: `{json types}`.
        case json
        /// No bytes.
        case empty
        /// A parameter by its number; `?` takes the next one.
        case parameter
        /// A list of texts, which is one parameter, as a table with the column `value`: `{texts ?1 j}`.
        case texts
        /// A join whose left side is read first, written `CROSS JOIN … ON`.
        case inOrder = "in_order"
        /// The index that a statement must read: `{indexed delivery_failed}`.
        case indexed
        /// A column that no index may be chosen by, where a better one is known: `{unindexed n.category}`.
        case unindexed
        /// A writing statement of one row, of which nothing is undone when it fails: `INSERT {or_fail} INTO`.
        case orFail = "or_fail"
        /// Equal, where NULL equals NULL.
        case same
        /// The newest of identifiers: `{newest n.id}`.
        case newest
        /// Values of several rows as one text, with commas: `{joined DISTINCT c.push}`.
        case joined
        /// The last number that a table's ``numbered`` key was given: `{last_number event_log seq}`.
        case lastNumber = "last_number"
        /// The list `attempts` with the attempt bound to `?1…?4`, the oldest of 20 gone: `{attempted attempts}`.
        case attempted
        /// The list `attempts` of a push that was accepted at its first attempt.
        case accepted
        /// A condition that a list `attempts` has an outcome: `{had unknown d.attempts}`.
        case had
    }

    /// Whether only words in braces differ from how statements are written.
    let isWritten: Bool
    /// What a word means; its argument is what stands behind it.
    let says: @Sendable (Word, _ argument: String) -> String

    /// A statement, or a table of the schema, in this dialect.
    package func render(_ text: String) -> String {
        if isWritten, !text.utf8.contains(UInt8(ascii: "{")) { return text }
        var renderer = DialectRenderer(dialect: self)
        return renderer.render(text)
    }
}
