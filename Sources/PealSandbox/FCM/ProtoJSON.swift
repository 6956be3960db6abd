import PealCore

/// Values as protocol buffers read them from JSON (ProtoJSON): more forms than the one they write.
enum ProtoJSON {
    /// An `int32`: a number without a fraction, also in exponent form or as a string.
    static func int32(_ value: JSONValue) -> Int32? {
        switch value {
        case .integer(let number): Int32(exactly: number)
        case .number(let number): Int32(exactly: number)
        case .string(let text) where text.utf8.count <= 24: Int32(text) ?? Double(text).flatMap { Int32(exactly: $0) }
        default: nil
        }
    }

    /// A `float`: a number, also as a string.
    static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .string(let text) where text.utf8.count <= 24: Double(text)
        default: nil
        }
    }

    /// A duration that is not negative, such as `3.5s`, with at most nine digits after the point.
    static func seconds(_ value: JSONValue) -> Double? {
        guard let text = value.string, text.hasSuffix("s"), text.utf8.count <= 24 else { return nil }
        let parts = text.utf8.dropLast().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy(\.isASCIIDigit) }),
            parts.count == 1 || parts[1].count <= 9
        else { return nil }
        return Double(String(Substring(text.utf8.dropLast())))
    }
}
