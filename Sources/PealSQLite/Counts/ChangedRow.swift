import CPealSQLite
import GRDBSQLite
import PealSQL

/// A row that is about to change; only valid while SQLite reports it.
struct ChangedRow {
    let connection: OpaquePointer
    /// `SQLITE_INSERT`, `SQLITE_UPDATE` or `SQLITE_DELETE`.
    let operation: Int32

    var hasOld: Bool { operation != SQLITE_INSERT }
    var hasNew: Bool { operation != SQLITE_DELETE }

    /// A column's value before the change; none of a row that is inserted, or when SQLite cannot read it.
    func old(_ column: Int32) -> ColumnValue? {
        guard hasOld else { return nil }
        var value: OpaquePointer?
        guard sqlite3_preupdate_old(connection, column, &value) == SQLITE_OK else { return nil }
        return value.map(ColumnValue.init)
    }

    /// A column's value after the change; none of a row that is deleted, or when SQLite cannot read it.
    func new(_ column: Int32) -> ColumnValue? {
        guard hasNew else { return nil }
        var value: OpaquePointer?
        guard sqlite3_preupdate_new(connection, column, &value) == SQLITE_OK else { return nil }
        return value.map(ColumnValue.init)
    }

    /// A value of a column; only valid as long as its row.
    struct ColumnValue {
        let pointer: OpaquePointer

        var int64: Int64 { sqlite3_value_int64(pointer) }

        /// The first byte of a text; none of NULL.
        var letter: UInt8? { sqlite3_value_text(pointer)?.pointee }

        /// NULL is empty.
        var text: String { sqlite3_value_text(pointer).map { String(cString: $0) } ?? "" }

        /// An identifier; none where the column holds something else.
        var id: StoredID? {
            guard let start = sqlite3_value_blob(pointer) else { return nil }
            return StoredID(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer))))
        }
    }
}
