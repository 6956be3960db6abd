/// Percent escapes of paths and queries (RFC 3986, 2).
public enum PercentCoding {
    /// The text behind escapes, strictly: `nil` for half an escape and for what is not UTF-8.
    /// - Parameters:
    ///   - text: the escaped text.
    ///   - plusIsSpace: whether `+` stands for a space, as in queries and forms.
    /// - Returns: the text.
    public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        // Nearly every text has no escape: it is the same, and takes no memory where it is whole or short.
        let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
            !bytes.contains { $0 == UInt8(ascii: "%") || ($0 == UInt8(ascii: "+") && plusIsSpace) }
        }
        guard isPlain != true else { return String(text) }
        return text.utf8.withContiguousStorageIfAvailable { decode($0, plusIsSpace) }
            ?? Array(text.utf8).withUnsafeBufferPointer { decode($0, plusIsSpace) }
    }

    /// Escapes every byte that is not unreserved, so that equal texts and no others have equal escapes.
    public static func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isUnreserved) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(upper(byte >> 4))
                bytes.append(upper(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a byte never needs an escape (RFC 3986, 2.3).
    @inlinable
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: byte.isASCIIAlphanumeric
        }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>, _ plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(Hexadecimal.value),
                    let low = rest.next().flatMap(Hexadecimal.value)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Escapes are written in upper case (RFC 3986, 2.1).
    private static func upper(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x37 + nibble }
}
