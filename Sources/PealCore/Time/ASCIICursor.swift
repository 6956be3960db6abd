/// Reads short ASCII formats byte by byte: times, durations, zone rules.
struct ASCIICursor {
    private let bytes: [UInt8]
    private var position = 0

    /// Reads bytes.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a text; a longer one than `limit` bytes reads as a single NUL, which no format contains.
    init(_ text: some StringProtocol, limit: Int) {
        let head = Array(text.utf8.prefix(limit + 1))
        bytes = head.count > limit ? [0] : head
    }

    /// Whether everything was read.
    var isAtEnd: Bool { position == bytes.count }

    /// The next byte, which stays.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips one character if it is next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        position += 1
        return true
    }

    /// Takes a sign if one is next: -1 for a minus, 1 otherwise.
    mutating func sign() -> Int {
        if take("-") { return -1 }
        _ = take("+")
        return 1
    }

    /// Takes the bytes that fit, as many as there are.
    mutating func take(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let next, fits(next) { position += 1 }
        return bytes[start..<position]
    }

    /// Takes exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - position >= count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard byte.isASCIIDigit else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += count
        return value
    }

    /// Takes a run of one to `maximum` digits.
    mutating func number(digits maximum: Int) -> Int? {
        number(digits: 1...maximum)?.value
    }

    /// Takes a run of digits of an allowed length (at most 18), and tells how long it was.
    mutating func number(digits allowed: ClosedRange<Int>) -> (value: Int, length: Int)? {
        let run = take { $0.isASCIIDigit }
        guard allowed.contains(run.count) else { return nil }
        return (run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, run.count)
    }

    /// Takes a run of one to nine digits as a decimal fraction, in billionths.
    mutating func billionths() -> Int? {
        guard let (value, length) = number(digits: 1...9) else { return nil }
        return (length..<9).reduce(value) { scaled, _ in scaled * 10 }
    }
}

extension String {
    /// A number that is not negative, with leading zeros up to a width.
    init(zeroPadded number: Int, width: Int) {
        let digits = String(number)
        self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
