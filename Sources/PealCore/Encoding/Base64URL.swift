/// Bytes as base64 with the URL alphabet and without padding (RFC 4648, 5).
public enum Base64URL {
    /// The text of bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(text) ?? Array(bytes).withUnsafeBufferPointer(text)
    }
    /// The bytes of a text, strictly: no padding, no other characters, no bits left over, so that one value has one text.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        bytes(text) { decode($0, isLenient: false) }
    }

    /// The bytes of a text that others wrote: padding, the `+/` of standard base64 and bits left over are accepted.
    public static func decodeLeniently(_ text: some StringProtocol) -> [UInt8]? {
        bytes(text) { digits in
            var end = digits.count
            while end > 0, digits[end - 1] == UInt8(ascii: "="), digits.count.isMultiple(of: 4), digits.count - end < 2
            {
                end -= 1
            }
            return decode(UnsafeBufferPointer(rebasing: digits[..<end]), isLenient: true)
        }
    }

    /// Whether all characters are of the alphabet.
    public static func isAlphabet(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { value($0, isLenient: false) != nil }
    }

    /// Runs on the memory of a text: generic code would read it byte by byte through a table of functions.
    private static func bytes<Text: StringProtocol>(
        _ text: Text,
        _ body: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
    ) -> [UInt8]? {
        text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (index, bits, count) = (0, UInt32(0), UInt32(0))
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                count += 8
                while count >= 6 {
                    count -= 6
                    text[index] = character(UInt8(truncatingIfNeeded: bits >> count) & 63)
                    index += 1
                }
            }
            if count > 0 {
                text[index] = character(UInt8(truncatingIfNeeded: bits << (6 - count)) & 63)
                index += 1
            }
            return index
        }
    }

    private static func decode(_ digits: UnsafeBufferPointer<UInt8>, isLenient: Bool) -> [UInt8]? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var (bits, count) = (UInt32(0), UInt32(0))
        for digit in digits {
            guard let value = value(digit, isLenient: isLenient) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return isLenient || bits == 0 ? bytes : nil
    }

    private static func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: value + UInt8(ascii: "A")
        case 26..<52: value - 26 + UInt8(ascii: "a")
        case 52..<62: value - 52 + UInt8(ascii: "0")
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    private static func value(_ digit: UInt8, isLenient: Bool) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        case UInt8(ascii: "+") where isLenient: 62
        case UInt8(ascii: "/") where isLenient: 63
        default: nil
        }
    }
}
