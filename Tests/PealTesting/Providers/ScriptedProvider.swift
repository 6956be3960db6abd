public import PealCore
public import PealProviderKit
import Synchronization

/// A provider that answers as it is told and remembers what it was given.
public final class ScriptedProvider: PushProvider {
    private let answer: @Sendable (PushMessage) async -> SendOutcome
    private let messages = Mutex<[PushMessage]>([])

    /// The push service it stands for.
    public let id: ProviderID
    /// What it says it takes.
    public let limits: QueueLimits

    /// Makes a provider.
    /// - Parameters:
    ///   - id: the push service it stands for.
    ///   - limits: what it says it takes.
    ///   - answer: what it says to a message.
    public init(
        _ id: ProviderID = .fcm,
        limits: QueueLimits = QueueLimits(),
        answer: @escaping @Sendable (PushMessage) async -> SendOutcome = { _ in .accepted(receipt: nil) }
    ) {
        self.id = id
        self.limits = limits
        self.answer = answer
    }

    /// What it was given, in order.
    public var sent: [PushMessage] { messages.withLock { $0 } }

    /// Takes every token that is not empty.
    public func problem(withToken token: String) -> String? { token.isEmpty ? "a token is not empty" : nil }

    /// Remembers each message and answers as told, all at the same time.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        await batch.sendEach(atMost: batch.items.count, into: sink) { [self] item in
            messages.withLock { $0.append(item.message) }
            return await answer(item.message)
        }
    }

    /// Has no credentials to speak of.
    public func checkCredentials() async -> CredentialCheck { .plausible }
}
