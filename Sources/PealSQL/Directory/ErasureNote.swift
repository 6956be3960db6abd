/// A note that the database's files may still hold what was erased.
package enum ErasureNote {
    /// How many erasures there were since they were emptied; no row for none.
    package static let sql = "SELECT value FROM meta WHERE key = 'erasing'"

    /// Adds one, within the transaction of an erasure.
    static func add(_ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO meta (key, value) VALUES ('erasing', '1')
            ON CONFLICT (key) DO UPDATE SET value = CAST(meta.value AS INTEGER) + 1
            """
        )
    }

    /// Removes it as it was read: one that was added meanwhile is not over.
    package static func remove(_ note: String, _ db: SQLConnection) throws {
        try db.run("DELETE FROM meta WHERE key = 'erasing' AND value = ?", [note])
    }
}
