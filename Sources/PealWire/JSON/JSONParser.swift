public import PealCore

/// Reads one JSON text (RFC 8259), strictly: valid UTF-8, no duplicate members, bounded depth, numbers that can be kept.
public struct JSONParser {
    /// Arrays and objects inside one another.
    public static let maximumDepth = 32

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a whole text; one byte order mark before it is passed over (RFC 8259, 8.1).
    /// - Throws: ``JSONSyntaxError`` at the first fault.
    public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes)
        guard !ByteOrderMark.isUTF16(bytes) else { throw parser.fault("this is UTF-16; send UTF-8") }
        parser.index = ByteOrderMark.length(before: bytes)
        parser.skipSpace()
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.index == bytes.count else { throw parser.fault("unexpected text after the value") }
        return value
    }

    private func fault(_ message: String) -> JSONSyntaxError { JSONSyntaxError(message, at: index) }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        switch next {
        case nil: throw fault("the text ends where a value is expected")
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        default: throw fault("no JSON value starts here")
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let matches = text.withUTF8Buffer { expected in
            bytes.count - index >= expected.count && bytes[index..<(index + expected.count)].elementsEqual(expected)
        }
        guard matches else { throw fault("no JSON value starts here") }
        index += text.utf8CodeUnitCount
        return value
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw fault("nested deeper than \(Self.maximumDepth)") }
        index += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a member name is expected") }
            let start = index
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is expected") }
            skipSpace()
            let value = try value(depth: depth)
            if let known = members.index(forKey: name) {
                throw Self.duplicate(name, of: members[known].key, at: start)
            }
            members[name] = value
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "}")) else { throw fault("a comma or the end of the object is expected") }
            return .object(members)
        }
    }

    /// Objects are dictionaries, which take two Unicode forms of a name for one: both in an object cannot be kept.
    private static func duplicate(_ name: String, of first: String, at start: Int) -> JSONSyntaxError {
        let isSame = first.utf8.elementsEqual(name.utf8)
        let detail = isSame ? "duplicate member" : "another Unicode form of an earlier member:"
        return JSONSyntaxError("\(detail) \"\(name.prefix(60))\"", at: start)
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw fault("nested deeper than \(Self.maximumDepth)") }
        index += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "]")) else { throw fault("a comma or the end of the array is expected") }
            return .array(elements)
        }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        index += 1
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let text = try utf8(bytes[start..<index], from: start)
                index += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw fault("a control character in a string must be escaped")
            default: index += 1
            }
        }
        throw fault("the text ends inside a string")
    }

    private func utf8(_ part: ArraySlice<UInt8>, from start: Int) throws(JSONSyntaxError) -> String {
        guard let text = String(validating: part, as: UTF8.self) else {
            throw JSONSyntaxError("the string is not valid UTF-8", at: start)
        }
        return text
    }

    /// The slow path of ``string()``, from the first backslash on.
    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var buffer = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return try utf8(buffer[...], from: start)
            case UInt8(ascii: "\\"): try escape(into: &buffer)
            case 0..<0x20: throw JSONSyntaxError("a control character in a string must be escaped", at: index - 1)
            default: buffer.append(byte)
            }
        }
        throw fault("the text ends inside a string")
    }

    private mutating func escape(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
        guard let letter = next else { throw fault("the text ends inside a string") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape()
            buffer.append(contentsOf: Array(String(scalar).utf8))
        default: throw JSONSyntaxError("an unknown escape", at: index - 1)
        }
    }

    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Character {
        let first = try hexUnit()
        var code = UInt32(first)
        if (0xD800...0xDBFF).contains(first) {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw fault("an unpaired surrogate") }
            let second = try hexUnit()
            guard (0xDC00...0xDFFF).contains(second) else { throw fault("an unpaired surrogate") }
            code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault("an unpaired surrogate") }
        return Character(scalar)
    }

    private mutating func hexUnit() throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Hexadecimal.value(byte) else {
                throw fault("four hexadecimal digits are expected")
            }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw fault("a digit is expected") }
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        var isWhole = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole {
            guard let value = Int64(text) else { throw JSONSyntaxError("an integer beyond 64 bits", at: start) }
            return .integer(value)
        }
        guard let value = Double(text), value.isFinite else {
            throw JSONSyntaxError("a number outside the range of a double", at: start)
        }
        return .number(value)
    }
}
