/// An event for one webhook, with what became of it so far.
public struct WebhookMessage: Sendable, Equatable {
    /// Messages that wait for one webhook at most; what comes on top is dropped and counted.
    public static let backlog = 20_000
    /// Messages of one webhook that are kept at most once they ended.
    public static let kept = 50_000
    /// How long a message is kept, and can be sent again.
    public static let memory = Duration.seconds(7 * 86_400)

    /// Where a message stands.
    public enum State: String, Sendable, CaseIterable {
        /// It is sent when it is due.
        case waiting
        /// The receiver took it.
        case delivered
        /// It is not tried any more.
        case failed
    }

    /// The last attempt to send it.
    public struct Attempt: Sendable, Equatable {
        /// When it ended.
        public var at: Timestamp
        /// The receiver's status; `nil` when it did not answer.
        public var status: Int?
        /// Why it did not answer, as a code.
        public var reason: String?

        /// Joins the parts.
        public init(at: Timestamp, status: Int?, reason: String?) {
            self.at = at
            self.status = status
            self.reason = reason
        }
    }

    /// The event: what receivers know a second copy by.
    public var id: WebhookMessageID
    /// The webhook.
    public var webhook: WebhookID
    /// The event's type.
    public var type: WebhookType
    /// The user it names; it is erased with the user.
    public var user: UserID?
    /// When the event happened.
    public var at: Timestamp
    /// When it was queued, or asked for again.
    public var queuedAt: Timestamp
    /// The JSON that is sent.
    public var payload: [UInt8]
    /// Where it stands.
    public var state: State
    /// When it is tried next; `nil` unless it waits.
    public var dueAt: Timestamp?
    /// Attempts so far, since it was queued or asked for again.
    public var attempts: Int
    /// The last attempt.
    public var last: Attempt?

    /// Joins the parts; a new one is due when it is queued.
    public init(
        id: WebhookMessageID,
        webhook: WebhookID,
        type: WebhookType,
        user: UserID?,
        at: Timestamp,
        queuedAt: Timestamp,
        payload: [UInt8]
    ) {
        self.id = id
        self.webhook = webhook
        self.type = type
        self.user = user
        self.at = at
        self.queuedAt = queuedAt
        self.payload = payload
        state = .waiting
        dueAt = queuedAt
        attempts = 0
    }

    /// The same with no attempt yet, due at an instant.
    public func again(at instant: Timestamp) -> Self {
        var next = self
        (next.state, next.dueAt, next.attempts, next.queuedAt) = (.waiting, instant, 0, instant)
        return next
    }
}
