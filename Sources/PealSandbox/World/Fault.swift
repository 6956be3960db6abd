public import PealCore

/// Something a simulator is told to do wrong: `POST /sandbox/faults`.
public struct Fault: Sendable, Equatable {
    /// What is answered in place of the truth.
    public struct Answer: Sendable, Equatable {
        /// The HTTP status.
        public var status: Int
        /// The provider's reason, for example `QUOTA_EXCEEDED`.
        public var reason: String?
        /// The `Retry-After` header, word for word: seconds or a date.
        public var retryAfter: String?
        /// A body in place of the provider's JSON, for example a proxy's page of HTML.
        public var body: String?

        /// Joins the parts.
        public init(status: Int, reason: String? = nil, retryAfter: String? = nil, body: String? = nil) {
            self.status = status
            self.reason = reason
            self.retryAfter = retryAfter
            self.body = body
        }
    }

    /// When the connection is dropped.
    public enum Reset: String, Sendable {
        /// The push is lost.
        case beforeAccept = "before-accept"
        /// The push is accepted and reaches the phone, but the answer is lost.
        case afterAccept = "after-accept"
        /// The push is accepted, and the answer breaks off in its middle.
        case truncated
        /// Over HTTP/2: the server says goodbye (GOAWAY) while pushes are under way; this one was not processed.
        case goAway = "goaway"
        /// Over HTTP/2: from this push on the connection answers PINGs and nothing else.
        case silent
    }

    /// Which provider's simulator; `nil` is any.
    public var provider: ProviderID?
    /// Which requests.
    public var match: FaultMatch
    /// What is answered; `nil` lets the request through after the delay.
    public var answer: Answer?
    /// Whether the push is taken and reaches the phone although ``answer`` says otherwise.
    public var isAccepted: Bool
    /// How long the answer takes.
    public var delay: Duration
    /// Whether the connection is dropped in place of an answer.
    public var reset: Reset?
    /// How often it still happens; `nil` is until it is taken away.
    public var times: Int?
    /// How likely it happens to a request it fits, 0…1.
    public var probability: Double

    /// Describes a fault.
    public init(
        provider: ProviderID? = nil,
        match: FaultMatch = FaultMatch(),
        answer: Answer? = nil,
        isAccepted: Bool = false,
        delay: Duration = .zero,
        reset: Reset? = nil,
        times: Int? = nil,
        probability: Double = 1
    ) {
        self.provider = provider
        self.match = match
        self.answer = answer
        self.isAccepted = isAccepted
        self.delay = delay
        self.reset = reset
        self.times = times
        self.probability = probability
    }
}
