/// The simplest value found that refutes a property.
public struct Counterexample<Value>: CustomStringConvertible {
    /// The value.
    public let value: Value
    /// What the property said of it.
    public let reason: String
    /// The seed whose case came upon it.
    public let seed: UInt64
    /// Which case of the seed it was, from 0.
    public let index: Int
    /// How many values were tried to make it simpler.
    public let tries: Int

    /// The value, why, and how to come upon it again.
    public var description: String {
        "\(reason)\n  for \(value)\n  (seed \(seed), case \(index), the simplest after \(tries) tries)"
    }
}
