public import PealCore

/// Writes JSON by hand, member after member: `JSONEncoder` costs more than all the rest of a small answer.
public struct JSONWriter: Sendable {
    /// What has been written.
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

    /// Writes an object whose members `body` writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array with one value for each element.
    public mutating func array<Elements: Sequence>(
        _ elements: Elements,
        _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for element in elements { body(&self, element) }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        separate()
        quote(value)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) { raw(String(value)) }

    /// Writes a truth value.
    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { raw("null") }

    /// Writes any value; members in the order of their names, so that equal values give equal bytes.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): raw(String(value))
        case .number(let value): raw(value.isFinite ? "\(value)" : "null")
        case .string(let value): string(value)
        case .array(let elements): array(elements) { $0.value($1) }
        case .object(let members):
            object { writer in
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    writer.name(name)
                    writer.value(member)
                }
            }
        }
    }

    /// Writes a member's name; its value must follow.
    public mutating func name(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string member; nothing when there is none.
    public mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        self.name(name)
        string(value)
    }

    /// Writes a string member, `null` when there is none.
    public mutating func member(_ name: String, orNull value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a whole-number member.
    public mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        integer(value)
    }

    /// Writes a truth member.
    public mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// Writes an instant in RFC 3339; nothing when there is none.
    public mutating func member(_ name: String, _ value: Timestamp?) {
        member(name, value?.rfc3339)
    }

    /// Writes a member that holds any value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// Writes a member that holds strings.
    public mutating func member(_ name: String, _ values: [String]) {
        self.name(name)
        array(values) { $0.string($1) }
    }

    /// Writes a member that holds an object.
    public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// Writes a member that holds an array.
    public mutating func array<Elements: Sequence>(
        _ name: String,
        _ elements: Elements,
        _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        self.name(name)
        array(elements, body)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.hex(byte >> 4))
                bytes.append(Self.hex(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
}
