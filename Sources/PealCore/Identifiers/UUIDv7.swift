/// A time-ordered 128-bit identifier (RFC 9562 §5.7): 48 bits of milliseconds, then version, variant and 74 random bits.
public struct UUIDv7: Hashable, Sendable, Comparable {
    /// The upper 64 bits: timestamp, version and the first random bits.
    public let high: UInt64
    /// The lower 64 bits: variant and random bits.
    public let low: UInt64

    /// Joins two halves without checking version or variant, as read back from a store.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes an identifier for an instant from 74 of the given 128 random bits.
    @inlinable
    public init(milliseconds: UInt64, random: (UInt64, UInt64)) {
        high = (milliseconds << 16) | 0x7000 | (random.0 & 0x0FFF)
        low = 0x8000_0000_0000_0000 | (random.1 & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// Makes a bound of the identifiers of an instant: those that were made before are below it, those from then on are not.
    public init(floorOf instant: Timestamp) {
        self.init(high: UInt64(max(instant.milliseconds, 0)) << 16, low: 0)
    }

    /// Reads 32 lower-case hexadecimal digits; `nil` for anything else.
    public init?(hex text: some StringProtocol) {
        let utf8 = text.utf8
        guard utf8.count == 32 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in utf8.enumerated() {
            let digit: UInt64
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a")) + 10
            default: return nil
            }
            if index < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// Reads 16 big-endian bytes; `nil` for any other length.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) } else { halves.1 = halves.1 << 8 | UInt64(byte) }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// The instant the identifier was made at, in milliseconds since 1970.
    @inlinable public var milliseconds: UInt64 { high >> 16 }

    /// The 16 big-endian bytes, which sort like the identifier.
    public var bytes: [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(16)
        for shift in stride(from: 56, through: 0, by: -8) {
            out.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            out.append(UInt8(truncatingIfNeeded: low >> UInt64(shift)))
        }
        return out
    }

    /// The 32 lower-case hexadecimal digits.
    public var hex: String {
        String(unsafeUninitializedCapacity: 32) { buffer in
            write(hexTo: buffer)
            return 32
        }
    }

    /// Writes the 32 digits to the beginning of a buffer.
    func write(hexTo buffer: UnsafeMutableBufferPointer<UInt8>) {
        for index in 0..<16 {
            buffer[index] = Self.digit(high, index)
            buffer[index + 16] = Self.digit(low, index)
        }
    }

    /// A digit of a half, the first of which is its highest.
    private static func digit(_ half: UInt64, _ index: Int) -> UInt8 {
        let nibble = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * index)) & 15
        return Hexadecimal.digit(nibble)
    }

    /// Orders by time, then by the random bits.
    @inlinable
    public static func < (left: UUIDv7, right: UUIDv7) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
