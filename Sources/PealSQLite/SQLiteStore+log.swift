import GRDB
import PealCore
import PealSQL

/// The write-ahead log keeps what rows held before a change until it is written over: an erasure ends with emptying it.
///
/// The database itself keeps copies as well: where a page was divided, rows that moved are left in its unused part, which
/// `secure_delete` does not overwrite. Rewriting the file removes them. That takes about a second for 100 MiB, while every
/// writer waits, so a larger file is left as it is (docs/operations.md).
extension SQLiteStore {
    /// The largest database that is rewritten after an erasure, in pages of 4 KiB: 32 MiB.
    static let rewrittenPages = 8_192

    /// How long readers are waited for, in milliseconds: every writer waits with it.
    static let patience = 100

    /// Moves the log into the database and cuts it to nothing.
    ///
    /// A long reader, such as a backup, can be in the way: then ``finishErasing()`` does it later, after a crash too.
    package func emptyLog() async throws {
        let emptied: String?
        do {
            emptied = try await pool.writeWithoutTransaction { db in
                let erasures = try String.fetchOne(db, sql: ErasureNote.sql)
                try db.execute(sql: "PRAGMA busy_timeout = \(Self.patience)")
                defer { try? db.execute(sql: "PRAGMA busy_timeout = 5000") }
                do {
                    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                    if erasures != nil, pages <= Self.rewrittenPages { try db.execute(sql: "VACUUM") }
                    try db.checkpoint(.truncate)
                    return erasures
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    return nil
                }
            }
        } catch {
            throw StoreError.wrapping(error)
        }
        guard let emptied else { return }
        try await writer.perform(.progress) { db in try ErasureNote.remove(emptied, db) }
    }

    /// Empties the log if it still holds what was erased; whether it does so no longer.
    package func finishErasing() async throws -> Bool {
        guard try await read({ db in try db.exists(ErasureNote.sql) }) else { return true }
        try await emptyLog()
        return try await read { db in try !db.exists(ErasureNote.sql) }
    }
}
