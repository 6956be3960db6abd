import PealCore
import PealStore

/// Values one after another as bytes.
///
/// Numbers take 7 bits a byte, the lowest first; identifiers their 16 bytes; texts their length and UTF-8.
struct PackedBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append(byte: UInt8) { bytes.append(byte) }

    mutating func append(_ id: UUIDv7) {
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes.append(contentsOf: $0) }
    }

    mutating func append(text: String) {
        append(number: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(number: Int) { append(number: UInt64(max(0, number))) }

    mutating func append(at instant: Timestamp) { append(number: UInt64(max(0, instant.milliseconds))) }

    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads values that were packed.
struct PackedReader {
    private var rest: ArraySlice<UInt8>
    private let what: String

    /// Reads bytes; `what` names them in an error.
    init(_ bytes: [UInt8], of what: String) {
        rest = bytes[...]
        self.what = what
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() throws -> UInt8 {
        guard let byte = rest.popFirst() else { throw damaged }
        return byte
    }

    mutating func number() throws -> Int {
        var number = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            let byte = try byte()
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw damaged
    }

    mutating func instant() throws -> Timestamp { Timestamp(milliseconds: Int64(try number())) }

    mutating func id() throws -> UUIDv7 {
        guard let id = UUIDv7(bytes: try take(16)) else { throw damaged }
        return id
    }

    mutating func text() throws -> String { String(decoding: try take(try number()), as: UTF8.self) }

    /// A case of a list by its index.
    mutating func word<Word>(of words: [Word]) throws -> Word {
        let index = try number()
        guard words.indices.contains(index) else { throw damaged }
        return words[index]
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw damaged }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    var damaged: StoreError { StoreError(.corrupt, "\(what) is not what was written") }
}
