/// Bytes that JSON text does not hold as they are (RFC 8259, section 7): control characters, quotation marks and backslashes.
enum EscapedBytes {
    /// The first of them in a text from a position on, which is looked through in steps of eight bytes.
    static func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(text)
        var index = start
        while index + 8 <= text.count, !isAny(in: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
            index += 8
        }
        return text[index...].firstIndex(where: contains)
    }

    private static func contains(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Whether any of eight bytes is one of them.
    ///
    /// A subtraction borrows into the highest bit of a byte that is smaller than what is taken from it. It may borrow from the
    /// next byte as well, which only matters where the answer is yes anyway.
    private static func isAny(in eight: UInt64) -> Bool {
        let quotes = eight ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = eight ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let small = (eight &- ones &* 0x20) & ~eight
        let equal = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        return (small | equal) & (ones &* 0x80) != 0
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
}
