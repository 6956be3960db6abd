/// What keeps a queue from sending as usual, in the words that `peal queues`, `why`, `peal doctor` and the log share.
public enum QueueCondition: Sendable, Equatable {
    /// An operator paused it.
    case paused(since: Timestamp, by: String?)
    /// Its push service asked the sender to wait.
    case throttled(until: Timestamp)
    /// The circuit breaker is open.
    case breakerOpen(OpenBreaker)
    /// The token-invalidation breaker is open; the queue sends.
    case tokenBreakerOpen(since: Timestamp)

    /// What a queue does under some conditions: `sending` when nothing keeps it.
    /// - Parameters:
    ///   - conditions: what keeps it.
    ///   - time: how an instant is written.
    /// - Returns: the words, without a full stop.
    public static func words(_ conditions: [QueueCondition], _ time: (Timestamp) -> String) -> String {
        let sends = conditions.allSatisfy(\.letsSend)
        return ((sends ? ["sending"] : []) + conditions.map { $0.words(time) }).joined(separator: "; ")
    }

    /// What it says.
    /// - Parameter time: how an instant is written.
    /// - Returns: the words, without a full stop.
    public func words(_ time: (Timestamp) -> String) -> String {
        switch self {
        case .paused(let since, let by): "paused by \(by ?? "an operator") since \(time(since))"
        case .throttled(let until): "asked to wait until \(time(until))"
        case .breakerOpen(let opening):
            "breaker open since \(time(opening.since)) (\(opening.words)), next probe \(time(opening.probeAt))"
        case .tokenBreakerOpen(let since):
            "token-invalidation breaker open since \(time(since)) (too many device tokens declared dead; none is removed)"
        }
    }

    /// Whether pushes are sent all the same.
    private var letsSend: Bool {
        if case .tokenBreakerOpen = self { true } else { false }
    }
}

extension OpenBreaker {
    /// Why, in words.
    public var words: String { reason.map(ReasonWords.of) ?? "the service fails" }
}
