public import PealCore

/// Writes JSON straight into bytes: a provider's encoder runs once per push.
public struct JSONBytes: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Starts with nothing written.
    public init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    /// Opens an object.
    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Closes an object.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Opens an array.
    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Closes an array.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes any value, the members of objects in the order of their names.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: literal("null")
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        case .number(let number): literal(number.isFinite ? String(number) : "null")
        case .string(let text): string(text)
        case .array(let items):
            beginArray()
            for item in items { self.value(item) }
            endArray()
        case .object(let members):
            beginObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                name(key)
                self.value(member)
            }
            endObject()
        }
    }

    /// Writes a member's name; its value comes next.
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

    /// Writes an integer.
    public mutating func integer(_ value: Int64) { literal(String(value)) }

    /// Writes a truth value.
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a member with a string.
    public mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    /// Writes a member with a string, or nothing.
    public mutating func member(_ name: String, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    /// Writes a member with an integer.
    public mutating func member(_ name: String, _ value: Int64) {
        self.name(name)
        integer(value)
    }

    /// Writes a member with an integer, or nothing.
    public mutating func member(_ name: String, ifPresent value: Int?) {
        if let value { member(name, Int64(value)) }
    }

    /// Writes a member with a truth value.
    public mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// Writes a member with a number of hundredths, such as 0.75.
    public mutating func member(_ name: String, hundredths value: Int) {
        self.name(name)
        separate()
        let rest = value % 100
        bytes.append(contentsOf: String(value / 100).utf8)
        if rest > 0 { bytes.append(contentsOf: "\(rest < 10 ? ".0" : ".")\(rest)".utf8) }
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
        // Nearly all text lies in one piece, and of that nearly all is copied as it is.
        if text.withContiguousStorageIfAvailable({ append(escaping: $0) }) == nil {
            Array(text).withUnsafeBufferPointer { append(escaping: $0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
        var rest = text[...]
        while let place = rest.firstIndex(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        {
            bytes.append(contentsOf: rest[..<place])
            let byte = text[place]
            if byte < 0x20 {
                bytes.append(contentsOf: [0x5C, 0x75, 0x30, 0x30, Self.digit(byte >> 4), Self.digit(byte & 15)])
            } else {
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            }
            rest = rest[(place + 1)...]
        }
        bytes.append(contentsOf: rest)
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
}
