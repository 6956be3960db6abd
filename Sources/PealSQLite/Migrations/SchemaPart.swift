import GRDB

/// Tables that belong together: their statements, and what their indexes look like in use.
struct SchemaPart {
    let figures: [IndexFigures]
    let sql: String
    /// Moves what earlier tables hold, where statements alone cannot.
    let move: (@Sendable (Database) throws -> Void)?

    /// Joins statements with the figures that the planner needs for their indexes.
    init(figures: [IndexFigures] = [], sql: String..., move: (@Sendable (Database) throws -> Void)? = nil) {
        self.figures = figures
        self.sql = sql.joined(separator: "\n")
        self.move = move
    }

    func apply(to db: Database) throws {
        try db.execute(sql: sql)
        try move?(db)
        try PlannerStatistics.add(figures, db)
    }

    /// A condition that a column holds one of the words that are known, the usual one first; NULL passes a CHECK.
    ///
    /// `IN` with three words or more makes SQLite build a table of them for each row that it checks.
    static func isWord(_ column: String, _ words: String...) -> String {
        "(" + words.map { "\(column) = '\($0)'" }.joined(separator: " OR ") + ")"
    }
}
