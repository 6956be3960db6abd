import PealCore

/// Reads JSON (RFC 8259) fast: a simulator reads every push it gets, also in load runs.
struct JSONText {
    private let bytes: [UInt8]
    private var position = 0
    private static let depthLimit = 32

    /// The value a text holds; `nil` when it is not exactly one JSON value, or is nested too deeply.
    static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var text = JSONText(bytes: bytes)
        guard let value = text.value(depth: 0) else { return nil }
        text.skipSpace()
        return text.position == bytes.count ? value : nil
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.depthLimit else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[position + offset] != word.utf8Start[offset] { return false }
        position = end
        return true
    }

    private mutating func object(depth: Int) -> JSONValue? {
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1),
                members.updateValue(value, forKey: name) == nil
            else { return nil }
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "}")) ? .object(members) : nil
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "]")) ? .array(elements) : nil
        }
    }

    private mutating func string() -> String? {
        position += 1
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return String(validating: bytes[start..<position], as: UTF8.self)
            case UInt8(ascii: "\\"): return escapedString(from: start)
            case 0..<0x20: return nil
            default: position += 1
            }
        }
        return nil
    }

    private mutating func escapedString(from start: Int) -> String? {
        var text = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"): guard appendEscape(to: &text) else { return nil }
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func appendEscape(to text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard var code = fourDigits() else { return false }
            if (0xD800..<0xDC00).contains(code) {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = fourDigits(),
                    (0xDC00..<0xE000).contains(low)
                else { return false }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { return false }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: return false
        }
        return true
    }

    private mutating func fourDigits() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            switch byte {
            case 0x30...0x39: code = code << 4 + UInt32(byte - 0x30)
            case 0x41...0x46: code = code << 4 + UInt32(byte - 0x37)
            case 0x61...0x66: code = code << 4 + UInt32(byte - 0x57)
            default: return nil
            }
        }
        position += 4
        return code
    }

    private mutating func number() -> JSONValue? {
        let start = position
        var isInteger = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { guard digits() else { return nil } }
        if take(UInt8(ascii: ".")) {
            isInteger = false
            guard digits() else { return nil }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return nil }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { return nil }
        return .number(value)
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
