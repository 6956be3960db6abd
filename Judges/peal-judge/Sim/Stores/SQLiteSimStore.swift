import GRDB
import PealEngine
import PealSQLite

/// SQLite on files of the run's own; facts are read by the judge's own statements.
struct SQLiteSimStore: SimStore {
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

    var ports: any EngineStore { store }

    func copy() throws -> any StoredState { try files.copy() }

    func remove() {
        try? rows.queue.close()
        try? store.close()
        files.remove()
    }

    func damage(_ statement: String) throws { try rows.queue.write { db in try db.execute(sql: statement) } }

    /// What the tables call an app of a name.
    private static let key = "(SELECT key FROM app WHERE name = ?)"
}
