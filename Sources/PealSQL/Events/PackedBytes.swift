import PealCore

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

    /// Appends bytes, their number in front.
    mutating func append(blob: [UInt8]) {
        append(number: UInt64(blob.count))
        bytes.append(contentsOf: blob)
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
    private let bytes: [UInt8]
    private(set) var position = 0
    private let what: String

    /// Reads bytes; `what` names them in an error.
    init(_ bytes: [UInt8], of what: String) {
        self.bytes = bytes
        self.what = what
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws -> UInt8 {
        guard position < bytes.count else { throw damaged }
        defer { position += 1 }
        return bytes[position]
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
        let range = try take(16)
        // Two words: byte by byte an identifier took longer than all the rest of an event.
        return bytes.withUnsafeBytes { bytes in
            UUIDv7(
                high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound + 8, as: UInt64.self))
            )
        }
    }

    mutating func text() throws -> String {
        let range = try take(try number())
        return String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func blob() throws -> [UInt8] { Array(bytes[try take(try number())]) }

    /// A case of a list by its index.
    mutating func word<Word>(of words: [Word]) throws -> Word {
        let index = try number()
        guard words.indices.contains(index) else { throw damaged }
        return words[index]
    }

    private mutating func take(_ count: Int) throws -> Range<Int> {
        guard count <= bytes.count - position else { throw damaged }
        defer { position += count }
        return position..<(position + count)
    }

    var damaged: StoreError { StoreError(.corrupt, "\(what) is not what was written") }
}
