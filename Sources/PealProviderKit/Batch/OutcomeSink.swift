public import PealCore

/// Where a provider reports what became of the messages of a batch.
public struct OutcomeSink: Sendable {
    private let accept: @Sendable ([PushOutcome]) -> Void

    /// Wraps a receiver, which must return quickly: providers report from the threads that read the network.
    public init(_ accept: @escaping @Sendable ([PushOutcome]) -> Void) { self.accept = accept }

    /// Reports outcomes that are known at the same time.
    public func take(_ outcomes: [PushOutcome]) { if !outcomes.isEmpty { accept(outcomes) } }

    /// Reports the outcome of one message.
    public func take(_ outcome: SendOutcome, of index: Int) { accept([PushOutcome(index: index, outcome)]) }
}
