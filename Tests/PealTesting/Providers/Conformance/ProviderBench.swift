public import PealProviderKit

/// A provider and the service it sends to, for the time of one check.
public struct ProviderBench: Sendable {
    /// The provider that is checked.
    public let provider: any PushProvider
    /// Messages to as many devices as a batch holds at most.
    public let messages: [PushMessage]

    /// Joins a provider and the messages that its service accepts.
    public init(provider: any PushProvider, messages: [PushMessage]) {
        self.provider = provider
        self.messages = messages
    }

    /// All messages as one batch.
    var batch: PushBatch { PushBatch(messages.map { PushBatch.Item($0) }) }
}
