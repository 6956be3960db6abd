import Foundation
import GRDBSQLite
import PealCore

/// A value that a statement is given; `nil` is NULL.
typealias Binding = (any Bindable)?

/// What can be bound to a statement by hand: without a box, a check or a copy on the way to SQLite.
protocol Bindable: Sendable {
    /// Binds the value to a parameter, the first of which is 1.
    ///
    /// SQLite copies what it is given.
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32, _ connection: Connection) throws -> Int32
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Double: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }
}

extension Bool: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }
}

extension String: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // Without an address SQLite would bind NULL.
                guard let start = characters.baseAddress, !characters.isEmpty else {
                    return sqlite3_bind_text(statement, index, "", 0, StoredID.copied)
                }
                return sqlite3_bind_text(statement, index, start, Int32(characters.count), StoredID.copied)
            }
        }
    }
}

extension [UInt8]: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        withUnsafeBytes { StoredID.bind($0, to: statement, at: index) }
    }
}

extension Data: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        withUnsafeBytes { StoredID.bind($0, to: statement, at: index) }
    }
}

/// An app: the tables have its key.
struct BoundApp: Bindable {
    let app: AppID

    func bind(to statement: OpaquePointer, at index: Int32, _ connection: Connection) throws -> Int32 {
        sqlite3_bind_int64(statement, index, try connection.key(of: app))
    }
}

extension AppID {
    /// To be bound where a table has the app's key.
    var bound: BoundApp { BoundApp(app: self) }
}
