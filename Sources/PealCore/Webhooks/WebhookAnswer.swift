/// What an attempt to send a message came to.
public enum WebhookAnswer: Sendable, Equatable {
    /// The receiver answered; `retryAfter` is how long it asked to wait.
    case answered(status: Int, retryAfter: Duration?)
    /// No answer came; why, as a code.
    case noAnswer(reason: String)

    /// Whether the receiver took the message.
    public var isAccepted: Bool { if case .answered(200..<300, _) = self { true } else { false } }

    /// Whether the receiver is gone for good.
    public var isGone: Bool { if case .answered(410, _) = self { true } else { false } }

    /// Whether the receiver itself is down, and not only a message refused.
    public var isDown: Bool {
        switch self {
        case .noAnswer: true
        case .answered(let status, _): status == 408 || status == 429 || status >= 500
        }
    }

    var retryAfter: Duration? { if case .answered(_, let wait) = self { wait } else { nil } }

    func attempt(at instant: Timestamp) -> WebhookMessage.Attempt {
        switch self {
        case .answered(let status, _): WebhookMessage.Attempt(at: instant, status: status, reason: nil)
        case .noAnswer(let reason): WebhookMessage.Attempt(at: instant, status: nil, reason: reason)
        }
    }
}
