public import PealProviderKit
import Synchronization

/// A network that answers as it is told and remembers what was sent.
public final class ScriptedTransport: Sendable {
    private let answer: @Sendable (HTTPCall) async -> HTTPResult
    private let calls = Mutex<[HTTPCall]>([])

    /// Makes a network.
    /// - Parameter answer: what becomes of a call.
    public init(answer: @escaping @Sendable (HTTPCall) async -> HTTPResult) { self.answer = answer }

    /// What was sent, in order.
    public var sent: [HTTPCall] { calls.withLock { $0 } }

    /// The network as a provider sees it.
    public var transport: HTTPTransport {
        HTTPTransport { call in
            self.calls.withLock { $0.append(call) }
            return await self.answer(call)
        }
    }
}
