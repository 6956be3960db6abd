import GRDBSQLite
import PealCore

/// The primary key of an audit entry: the key of its app, then the entry's number in the app's log.
///
/// One number for both makes appending the cheapest thing that SQLite does, and orders every index by it.
struct AuditPosition: Bindable {
    let app: AppID
    let seq: Int

    /// The bits of the number; the app's key is above them.
    private static let bits: Int64 = 40

    func bind(to statement: OpaquePointer, at index: Int32, _ connection: Connection) throws -> Int32 {
        sqlite3_bind_int64(statement, index, try connection.key(of: app) << Self.bits + Int64(seq))
    }

    /// The number of the entry in a column.
    static func seq(_ row: StoredRow, at index: Int) throws -> Int { try row.int(index) & (1 << bits - 1) }
}
