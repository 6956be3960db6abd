/// Reads DER (X.690) as far as public keys need it.
///
/// One-byte tags and definite lengths in their shortest form.
struct DERReader {
    /// The tags that public keys use.
    enum Tag: UInt8 {
        case integer = 0x02, bitString = 0x03, null = 0x05, identifier = 0x06, sequence = 0x30
    }

    private var bytes: ArraySlice<UInt8>

    /// Starts at the first byte.
    init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

    /// Whether everything was read.
    var isAtEnd: Bool { bytes.isEmpty }

    /// The content of the next value; `nil` when it has another tag, or no valid length.
    mutating func content(_ tag: Tag) -> ArraySlice<UInt8>? {
        var rest = bytes
        guard rest.popFirst() == tag.rawValue, let length = Self.length(&rest), length <= rest.count else { return nil }
        bytes = rest.dropFirst(length)
        return rest.prefix(length)
    }

    /// The content of the next value as a reader of its own.
    mutating func sequence() -> DERReader? { content(.sequence).map { DERReader($0) } }

    /// The next non-negative integer, without leading zeros.
    mutating func integer() -> [UInt8]? {
        guard let number = content(.integer), let first = number.first, first < 0x80 else { return nil }
        return Array(number.drop { $0 == 0 })
    }

    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        // A key has fewer than 64 KiB.
        guard (1...2).contains(count), rest.count >= count, rest.first != 0 else { return nil }
        let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
        return length >= 0x80 ? length : nil
    }
}
