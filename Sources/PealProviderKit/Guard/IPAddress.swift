import PealCore

/// An IPv4 or IPv6 address, read from its one strict text form.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 bytes, or 16.
    public let bytes: [UInt8]

    /// Takes 4 or 16 bytes; `nil` for any other number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads four decimal numbers with dots, or IPv6 as RFC 4291, 2.2 has it.
    ///
    /// None of the older short, octal and hexadecimal forms of IPv4 is taken, no brackets and no zone.
    public init?(_ text: String) {
        guard text.utf8.count <= 45 else { return nil }
        let ascii = Array(text.utf8)
        guard let bytes = ascii.contains(UInt8(ascii: ":")) ? Self.version6(ascii[...]) : Self.version4(ascii[...])
        else { return nil }
        self.bytes = bytes
    }

    /// The address as text that ``init(_:)`` reads.
    public var description: String {
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }

    private static func version4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit),
                part.count == 1 || part.first != 0x30, let byte = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let colon = UInt8(ascii: ":")
        var gap: Range<Int>?
        for index in text.indices.dropLast() where text[index] == colon && text[index + 1] == colon {
            guard gap == nil else { return nil }
            gap = index..<(index + 2)
        }
        guard let gap else {
            guard let groups = groups(text, isTail: true), groups.count == 16 else { return nil }
            return groups
        }
        guard let head = groups(text[..<gap.lowerBound], isTail: false),
            let tail = groups(text[gap.upperBound...], isTail: true),
            head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Groups of up to four hexadecimal digits; the last of all may be an IPv4 address.
    private static func groups(_ text: ArraySlice<UInt8>, isTail: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (number, part) in parts.enumerated() {
            if isTail, number == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let tail = version4(part) else { return nil }
                bytes += tail
                continue
            }
            // Digits only: the standard library takes a sign as well.
            guard (1...4).contains(part.count), part.allSatisfy(Hexadecimal.isDigit),
                let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            bytes += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
        }
        return bytes
    }
}
