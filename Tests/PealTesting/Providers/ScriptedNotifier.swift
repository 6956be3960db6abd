public import PealCore
public import PealProviderKit
import Synchronization

/// A channel that answers as it is told and remembers what it was given.
public final class ScriptedNotifier: Notifier {
    private let answer: @Sendable (Notice) async -> SendOutcome
    private let notices = Mutex<[Notice]>([])

    /// What rules need to know of it.
    public static let traits = ChannelTraits(id: Channel(rawValue: "radio"), name: "the radio", isOnByDefault: true)

    /// Makes a channel.
    /// - Parameter answer: what it says to a notice.
    public init(answer: @escaping @Sendable (Notice) async -> SendOutcome = { _ in .accepted(receipt: nil) }) {
        self.answer = answer
    }

    /// What it was given, in order.
    public var sent: [Notice] { notices.withLock { $0 } }

    /// The channel.
    public var channel: Channel { Self.traits.id }

    /// It takes as much as there is.
    public var limits: QueueLimits { QueueLimits() }

    /// Remembers the notice and answers as told.
    public func send(_ notice: Notice) async -> SendOutcome {
        notices.withLock { $0.append(notice) }
        return await answer(notice)
    }

    /// Has no credentials to speak of.
    public func checkCredentials() async -> CredentialCheck { .plausible }
}
