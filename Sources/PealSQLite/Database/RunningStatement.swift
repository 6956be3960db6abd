import GRDB
import GRDBSQLite

/// A prepared statement that is run step by step through SQLite itself: the library's own loop asks several questions before
/// each statement and makes an object of each row.
///
/// Whoever takes one must call ``end()`` after the last step.
struct RunningStatement {
    private let prepared: Statement
    /// The statement as SQLite knows it.
    let pointer: OpaquePointer

    init(_ prepared: Statement) {
        self.prepared = prepared
        pointer = prepared.sqliteStatement
    }

    /// Binds all parameters; `nil` is NULL.
    /// - Throws: `DatabaseError` when their number or one of them is wrong.
    func bind(_ bindings: [Binding], _ connection: Connection) throws {
        guard sqlite3_bind_parameter_count(pointer) == bindings.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values", sql: prepared.sql)
        }
        for index in bindings.indices {
            let parameter = Int32(index + 1)
            let code =
                try bindings[index]?.bind(to: pointer, at: parameter, connection)
                ?? sqlite3_bind_null(pointer, parameter)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// Runs to the next row; whether there is one.
    func step() throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw failure(code)
        }
    }

    /// Lets go of the row and of what the statement holds; a failure was thrown by ``step()``.
    func end() { sqlite3_reset(pointer) }

    /// Without the values, which hold the names of users.
    private func failure(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(pointer)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: prepared.sql)
    }
}
