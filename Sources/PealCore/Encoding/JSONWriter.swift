/// Writes JSON straight into bytes: encoders run once for each push and each answer, and `JSONEncoder` costs many times more.
///
/// Objects and arrays are either opened and closed, or given a closure that writes what is in them.
public struct JSONWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Starts with nothing written.
    public init(reserving capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    /// The bytes of one value.
    public static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        return writer.bytes
    }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes an object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes an array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's name; its value must follow.
    public mutating func name(_ name: String) {
        separate()
        quote(name.utf8)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        separate()
        quote(value.utf8)
        needsComma = true
    }

    /// Writes UTF-8 bytes as a string.
    public mutating func string(utf8 value: [UInt8]) {
        separate()
        quote(value)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) { literal(String(value)) }

    /// Writes a whole number.
    public mutating func integer(_ value: Int64) { literal(String(value)) }

    /// Writes a number of hundredths, such as 0.75.
    public mutating func hundredths(_ value: Int) {
        let rest = value % 100
        literal(rest > 0 ? "\(value / 100)\(rest < 10 ? ".0" : ".")\(rest)" : String(value / 100))
    }

    /// Writes a number; `null` for one that JSON cannot hold.
    public mutating func number(_ value: Double) { literal(value.isFinite ? String(value) : "null") }

    /// Writes a truth value.
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { literal("null") }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func quote(_ text: some Collection<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        // Nearly every text is one piece of memory, and nearly all of it is copied as it is.
        if text.withContiguousStorageIfAvailable({ append(escaping: $0) }) == nil {
            Array(text).withUnsafeBufferPointer { append(escaping: $0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < text.count {
            let end = EscapedBytes.first(in: text, from: start) ?? text.count
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { return }
            append(escape: text[end])
            start = end + 1
        }
    }

    private mutating func append(escape byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Hexadecimal.digit(byte >> 4))
            bytes.append(Hexadecimal.digit(byte & 15))
        }
    }
}
