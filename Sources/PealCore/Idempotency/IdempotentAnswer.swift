/// An answer to be stored in the transaction of its effect.
public struct IdempotentAnswer<Effect: Sendable>: Sendable {
    /// Where to store it.
    public var key: IdempotencyKey
    /// Makes the answer once the effect is known.
    public var make: @Sendable (Effect) -> StoredAnswer

    /// Joins both parts.
    public init(key: IdempotencyKey, make: @escaping @Sendable (Effect) -> StoredAnswer) {
        self.key = key
        self.make = make
    }
}
