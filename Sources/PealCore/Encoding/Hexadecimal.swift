/// Bytes as hexadecimal digits, two for each byte (RFC 4648, 8).
public enum Hexadecimal {
    /// The digit of a number below 16, in lower case.
    @inlinable
    public static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }

    /// The value of a digit of either case; `nil` when the byte is not one.
    @inlinable
    public static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 0x37
        default: nil
        }
    }

    /// Whether a byte is a digit of either case.
    ///
    /// `Character.isHexDigit` is wider: it takes the full-width forms as well.
    @inlinable
    public static func isDigit(_ byte: UInt8) -> Bool { value(byte) != nil }

    /// The digits of bytes, in lower case.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(digits) ?? Array(bytes).withUnsafeBufferPointer(digits)
    }

    /// The 16 digits of a number, in lower case.
    public static func text(_ number: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                digits[index] = digit(UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 15)
            }
            return 16
        }
    }

    /// The bytes of digits of either case; `nil` for an odd count of digits and for anything else.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let count = text.utf8.count
        guard count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / 2)
        var digits = text.utf8.makeIterator()
        while let first = digits.next(), let second = digits.next() {
            guard let high = value(first), let low = value(second) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digits(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
            for index in bytes.indices {
                digits[2 * index] = digit(bytes[index] >> 4)
                digits[2 * index + 1] = digit(bytes[index] & 15)
            }
            return bytes.count * 2
        }
    }
}
