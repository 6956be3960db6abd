public import PealCore

/// What became of one message of a batch.
public struct PushOutcome: Sendable, Equatable {
    /// The message's position in the batch.
    public let index: Int
    /// What the push service answered, or why there is no answer.
    public let outcome: SendOutcome

    /// Assigns an outcome to a message.
    public init(index: Int, _ outcome: SendOutcome) {
        self.index = index
        self.outcome = outcome
    }
}
