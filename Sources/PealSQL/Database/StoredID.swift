package import PealCore

/// The 16 bytes of an identifier as they are stored, which sort by time.
package struct StoredID: SQLBindable, Hashable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Below every identifier.
    static let lowest = StoredID(high: 0, low: 0)
    /// Above every identifier.
    static let highest = StoredID(high: .max, low: .max)

    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(self, at: parameter)
    }

    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }

    /// The bytes of an identifier; `nil` when there are more or fewer than 16.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
}

extension ID {
    /// The 16 bytes as they are stored.
    package var blob: StoredID { StoredID(high: rawValue.high, low: rawValue.low) }

    package init(blob: UnsafeRawBufferPointer) throws {
        guard let stored = StoredID(blob) else {
            throw StoreError(.corrupt, "an identifier has \(blob.count) bytes")
        }
        self.init(UUIDv7(high: stored.high, low: stored.low))
    }
}
