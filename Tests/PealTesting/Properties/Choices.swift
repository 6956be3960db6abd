/// Where the values of a property come from: numbers drawn at random, or read from a sequence that is being shrunk.
///
/// A value is what the choices made it, so a simpler sequence makes a simpler value, and no type needs a shrinker of
/// its own: zero is the simplest choice, fewer choices are simpler than many. This is how Hypothesis does it.
public struct Choices {
    /// What was chosen so far.
    public private(set) var made: [UInt64] = []
    private let script: [UInt64]?
    private var state: UInt64

    /// Draws at random; the same seed draws the same.
    public init(seed: UInt64) {
        script = nil
        state = seed
    }

    /// Repeats a sequence; after its end, and where a choice no longer fits, the nearest choice is made.
    public init(repeating script: [UInt64]) {
        self.script = script
        state = 0
    }

    /// A number from 0 to `bound`, 0 being the simplest.
    public mutating func number(upTo bound: UInt64) -> UInt64 { choose(upTo: bound) { $0.random(upTo: bound) } }

    /// A yes or no, no being the simpler; yes comes once in `every`.
    public mutating func flag(onceIn every: UInt64 = 2) -> Bool {
        choose(upTo: 1) { $0.uniform(upTo: max(every, 1) - 1) == 0 ? 1 : 0 } == 1
    }

    /// An integer of a range; the nearer to zero, the simpler, and above zero simpler than below.
    public mutating func integer<Value: FixedWidthInteger>(in range: ClosedRange<Value>) -> Value {
        let simplest = min(max(0, range.lowerBound), range.upperBound)
        // Modulo 2⁶⁴, so that no range is too wide.
        let origin = UInt64(truncatingIfNeeded: simplest)
        let above = UInt64(truncatingIfNeeded: range.upperBound) &- origin
        let below = origin &- UInt64(truncatingIfNeeded: range.lowerBound)
        if below > 0, above == 0 || flag() { return Value(truncatingIfNeeded: origin &- number(upTo: below)) }
        return Value(truncatingIfNeeded: origin &+ number(upTo: above))
    }

    /// One of some values, which must not be none; the earlier, the simpler.
    public mutating func element<Value>(of values: [Value]) -> Value {
        values[Int(number(upTo: UInt64(values.count - 1)))]
    }

    /// A value or none, none being the simpler.
    public mutating func optional<Value>(_ make: (inout Choices) -> Value) -> Value? { flag() ? make(&self) : nil }

    /// As many values as a range allows; the fewer, the simpler.
    public mutating func array<Value>(count: ClosedRange<Int>, of make: (inout Choices) -> Value) -> [Value] {
        var values = (0..<count.lowerBound).map { _ in make(&self) }
        // A choice before each value, not a count before all: so any value can be cut out of the sequence.
        let usual = UInt64(count.upperBound - count.lowerBound + 1) / 2 + 1
        while values.count < count.upperBound, goesOn(usual) { values.append(make(&self)) }
        return values
    }

    /// A text of characters, of which the first are the simplest.
    public mutating func text(count: ClosedRange<Int>, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String(array(count: count) { $0.element(of: characters) })
    }

    private mutating func goesOn(_ usual: UInt64) -> Bool {
        choose(upTo: 1) { $0.uniform(upTo: usual) > 0 ? 1 : 0 } == 1
    }

    private mutating func choose(upTo bound: UInt64, atRandom: (inout Choices) -> UInt64) -> UInt64 {
        let choice: UInt64
        if let script {
            choice = made.count < script.count ? min(script[made.count], bound) : 0
        } else {
            choice = atRandom(&self)
        }
        made.append(choice)
        return choice
    }

    /// Mostly any number, but often an end of the range, or a small number: there the faults are.
    private mutating func random(upTo bound: UInt64) -> UInt64 {
        guard bound > 16 else { return uniform(upTo: bound) }
        switch uniform(upTo: 15) {
        case 0: return 0
        case 1: return bound
        case 2...4: return min(next() >> uniform(upTo: 63), bound)
        default: return uniform(upTo: bound)
        }
    }

    private mutating func uniform(upTo bound: UInt64) -> UInt64 {
        bound == .max ? next() : next().multipliedFullWidth(by: bound + 1).high
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
