import GRDB
import PealSQLite

/// SQLite on files of the run's own; facts are read by the judge's own statements.
struct SQLiteSimStore: Sendable {
    let files: SQLiteFiles
    let store: SQLiteStore
    let rows: SQLiteFacts
    let facts: FactReader

    init(files: SQLiteFiles, store: SQLiteStore, rows: SQLiteFacts) {
        self.files = files
        self.store = store
        self.rows = rows
        facts = FactReader(rows)
    }

    /// What a process that starts now would find.
    func copy() throws -> SQLiteFiles { try files.copy() }

    /// Ends the store and removes what it keeps.
    func remove() {
        try? rows.queue.close()
        try? store.close()
        files.remove()
    }

    /// Damages what is stored, to see that a check is sharp.
    func damage(_ statement: String) throws { try rows.queue.write { db in try db.execute(sql: statement) } }
}
