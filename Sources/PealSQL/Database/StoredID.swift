import Foundation
import GRDB
import GRDBSQLite
import PealCore

/// The 16 bytes of an identifier as they are stored, which sort by time.
struct StoredID: Bindable, DatabaseValueConvertible, Hashable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Below every identifier.
    static let lowest = StoredID(high: 0, low: 0)
    /// Above every identifier.
    static let highest = StoredID(high: .max, low: .max)

    func bind(to statement: OpaquePointer, at index: Int32, _: Connection) -> Int32 {
        withBytes { Self.bind($0, to: statement, at: index) }
    }

    var databaseValue: DatabaseValue { withBytes { Data($0).databaseValue } }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        Data.fromDatabaseValue(value).flatMap { data in data.withUnsafeBytes { try? ID<TriggerKind>(blob: $0).blob } }
    }

    private func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }

    /// The bytes of an identifier; `nil` when there are more or fewer than 16.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Tells SQLite to copy what it is given before the call returns.
    static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Binds bytes, also none: without an address SQLite would bind NULL.
    static func bind(_ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return sqlite3_bind_blob(statement, index, start, Int32(bytes.count), copied)
    }
}

extension ID {
    /// The 16 bytes as they are stored.
    var blob: StoredID { StoredID(high: rawValue.high, low: rawValue.low) }

    init(blob: UnsafeRawBufferPointer) throws {
        guard let stored = StoredID(blob) else {
            throw StoreError(.corrupt, "an identifier has \(blob.count) bytes")
        }
        self.init(UUIDv7(high: stored.high, low: stored.low))
    }
}
