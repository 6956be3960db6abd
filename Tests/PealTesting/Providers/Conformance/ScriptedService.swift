public import PealProviderKit

/// A push service behind the HTTP seam that behaves as asked, without sockets.
///
/// A simulator of ours cannot take its place here: an HTTP server that ends while a cancelled client still connects to it
/// ends the process (swift-nio issue 2637), and these checks cancel at any moment.
public struct ScriptedService: Sendable {
    private let behavior: ServiceBehavior
    private let recipients: @Sendable (HTTPCall) -> [Int]
    private let answer: @Sendable (HTTPCall) -> HTTPResult

    /// - Parameters:
    ///   - behavior: what it does with messages.
    ///   - recipients: the numbers of the messages in a request; none for a request of another kind, which is answered.
    ///   - answer: the service's answer to a request.
    public init(
        _ behavior: ServiceBehavior,
        recipients: @escaping @Sendable (HTTPCall) -> [Int],
        answer: @escaping @Sendable (HTTPCall) -> HTTPResult
    ) {
        self.behavior = behavior
        self.recipients = recipients
        self.answer = answer
    }

    /// The way to it.
    public var transport: HTTPTransport { HTTPTransport { await carry($0) } }

    private func carry(_ call: HTTPCall) async -> HTTPResult {
        let recipients = recipients(call)
        switch behavior {
        case _ where Task.isCancelled: return .notSent(reason: "cancelled")
        case _ where recipients.isEmpty: return answer(call)
        case .isDown: return .notSent(reason: "connection-failed")
        case .keepsAll: return await Self.silence()
        case .keepsFirst where recipients.contains(0): return await Self.silence()
        case .drops where recipients.contains(5): return .answerLost(reason: "connection-closed")
        case .accepts, .keepsFirst, .drops:
            // The network takes its time, so that requests are under way together.
            await Task.yield()
            return answer(call)
        }
    }

    /// Waits until the caller gives up.
    private static func silence() async -> HTTPResult {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return .answerLost(reason: "cancelled")
    }
}
