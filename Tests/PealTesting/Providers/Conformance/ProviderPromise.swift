public import Testing

/// A promise that every push provider keeps; ``ProviderConformance`` checks it.
public enum ProviderPromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case oneOutcomeEach = "each message of a full batch has exactly one outcome, of its own"
    case nothingToSend = "a batch of no message returns"
    case severalBatches = "batches may be submitted at the same time"
    case slowMessage = "a message without an answer delays no outcome of another request"
    case cancelledBefore = "what is cancelled before it is submitted is not sent"
    case cancelledMeanwhile = "each message has one outcome whenever the batch is cancelled"
    case lostConnection = "a message whose connection dies is unknown, and the others have an outcome"
    case refusedConnection = "messages are unavailable when nobody listens"

    /// The promise in words.
    public var testDescription: String { rawValue }
}
