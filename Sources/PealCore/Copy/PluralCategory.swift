/// The forms a language may have for a counted thing (Unicode CLDR, cardinals).
public enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}

/// What plural rules look at in a number as it is written (UTS #35, Plural Operand Meanings).
public struct PluralOperands: Sendable, Equatable {
    /// The whole part, without its sign.
    public let whole: Int64
    /// How many digits of the fraction are written.
    public let digits: Int
    /// The written fraction as a whole number; written fractions end in no zero, so it is `t` and `f` at once.
    public let fraction: Int64

    /// The operands of a whole number.
    public init(_ value: Int64) {
        whole = Int64(clamping: value.magnitude)
        digits = 0
        fraction = 0
    }

    /// The operands of a number, which is written with at most three digits after the point.
    public init(_ value: Double) {
        // Beyond 10^15 every rule says the same; NaN counts as nothing.
        let magnitude = value.isNaN ? 0 : min(value.magnitude, 1e15)
        let thousandths = Int64((magnitude * 1000).rounded())
        whole = thousandths / 1000
        var rest = thousandths % 1000
        var decimals = rest == 0 ? 0 : 3
        while rest != 0, rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        digits = decimals
        fraction = rest
    }

    var isWhole: Bool { fraction == 0 }

    /// Whether it is a whole number among some.
    func equals(_ numbers: Int64...) -> Bool { isWhole && numbers.contains(whole) }

    /// Whether it is whole and its last digits lie within a range.
    func ends(_ modulus: Int64, in range: ClosedRange<Int64>) -> Bool { isWhole && range.contains(whole % modulus) }
}
