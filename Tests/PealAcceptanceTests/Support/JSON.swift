import PealCore
import PealWire

/// A JSON value that tests write as a literal and read by subscripts; what is not there reads as `null`.
struct JSON: Sendable, Equatable {
    var value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    /// Reads bytes as the contract's own strict parser does.
    init(parsing bytes: [UInt8]) throws { value = try JSONParser.parse(bytes) }

    static let null = JSON(.null)

    var bytes: [UInt8] { JSONWriter.bytes { $0.value(value) } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var string: String? { value.string }
    var int: Int? { if case .integer(let number) = value { Int(number) } else { nil } }
    var number: Double? { if case .number(let number) = value { number } else { int.map(Double.init) } }
    var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }
    var items: [JSON] { (value.array ?? []).map(JSON.init) }
    var names: [String] { (value.object ?? [:]).keys.sorted() }
    var isNull: Bool { value == .null }

    subscript(name: String) -> JSON {
        get { JSON(value.object?[name] ?? .null) }
        set {
            var members = value.object ?? [:]
            members[name] = newValue.value
            value = .object(members)
        }
    }

    subscript(index: Int) -> JSON {
        let items = value.array ?? []
        return JSON(items.indices.contains(index) ? items[index] : .null)
    }

    /// The same object with a member set.
    func with(_ name: String, _ member: JSON) -> JSON {
        var copy = self
        copy[name] = member
        return copy
    }

    /// The same object without a member.
    func without(_ name: String) -> JSON {
        var members = value.object ?? [:]
        members[name] = nil
        return JSON(.object(members))
    }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self.init(.string(value)) }
    init(integerLiteral value: Int64) { self.init(.integer(value)) }
    init(booleanLiteral value: Bool) { self.init(.bool(value)) }
    init(floatLiteral value: Double) { self.init(.number(value)) }
    init(nilLiteral: ()) { self.init(.null) }
    init(arrayLiteral elements: JSON...) { self.init(.array(elements.map(\.value))) }

    init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(.object(Dictionary(elements.map { ($0.0, $0.1.value) }) { _, last in last }))
    }

    /// An array of values.
    static func list(_ values: [JSON]) -> JSON { JSON(.array(values.map(\.value))) }

    /// An array of strings.
    static func list(_ texts: some Sequence<String>) -> JSON { JSON(.array(texts.map(JSONValue.string))) }
}

extension JSON: CustomStringConvertible {
    var description: String { text }
}
