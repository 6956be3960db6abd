import GRDB
import GRDBSQLite
import PealSQL

/// A prepared statement that is run step by step through SQLite itself: the library's own loop asks several questions before
/// each statement and makes an object of each row.
final class SQLiteStatement: SQLStatement {
    private let prepared: Statement
    /// The statement as SQLite knows it.
    private let pointer: OpaquePointer
    let parameterCount: Int

    init(_ prepared: Statement) {
        self.prepared = prepared
        pointer = prepared.sqliteStatement
        parameterCount = Int(sqlite3_bind_parameter_count(pointer))
    }

    var wrongCount: any Error {
        DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values", sql: prepared.sql)
    }

    func bindNull(at parameter: Int) throws { try check(sqlite3_bind_null(pointer, Int32(parameter))) }

    func bind(_ value: Int64, at parameter: Int) throws {
        try check(sqlite3_bind_int64(pointer, Int32(parameter), value))
    }

    func bind(_ value: Double, at parameter: Int) throws {
        try check(sqlite3_bind_double(pointer, Int32(parameter), value))
    }

    func bind(_ value: String, at parameter: Int) throws {
        var text = value
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // Without an address SQLite would bind NULL.
                guard let start = characters.baseAddress, !characters.isEmpty else {
                    return sqlite3_bind_text(pointer, Int32(parameter), "", 0, Self.copied)
                }
                return sqlite3_bind_text(pointer, Int32(parameter), start, Int32(characters.count), Self.copied)
            }
        }
        try check(code)
    }

    func bind(_ value: TextList, at parameter: Int) throws {
        guard let json = value.json else { return try bindNull(at: parameter) }
        try bind(json, at: parameter)
    }

    func bind(_ value: StoredID, at parameter: Int) throws {
        try value.withBytes { try bind($0, at: parameter) }
    }

    func bind(_ value: UnsafeRawBufferPointer, at parameter: Int) throws {
        // Without an address SQLite would bind NULL.
        guard let start = value.baseAddress, !value.isEmpty else {
            return try check(sqlite3_bind_zeroblob(pointer, Int32(parameter), 0))
        }
        try check(sqlite3_bind_blob(pointer, Int32(parameter), start, Int32(value.count), Self.copied))
    }

    func step() throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw failure(code)
        }
    }

    func end() { sqlite3_reset(pointer) }

    func isNull(_ column: Int) -> Bool { sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL }

    func int64(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

    func double(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

    func text(_ column: Int) -> String? {
        sqlite3_column_text(pointer, Int32(column)).map { String(cString: $0) }
    }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        // The pointer first: it is what makes SQLite count.
        let start = sqlite3_column_blob(pointer, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, Int32(column))))
    }

    /// Tells SQLite to copy what it is given before the call returns.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Without the values, which hold the names of users.
    private func failure(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(pointer)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: prepared.sql)
    }
}
