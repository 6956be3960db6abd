/// One attempt in a delivery's history, as `GET /deliveries` shows it.
public struct AttemptRecord: Sendable, Equatable, Codable {
    /// When it ended.
    public var at: Timestamp
    /// The outcome's code: `accepted`, `gone`, `tooLarge`, `rejected`, `throttled`, `unavailable`, `notProcessed`, `unknown`.
    public var outcome: String
    /// The provider's reason.
    public var reason: String?
    /// The provider's receipt.
    public var receipt: String?

    /// The provider's reason in words.
    public var detail: String? { reason.map(ReasonWords.of) }

    /// The outcome of a push that its provider took.
    public static let accepted = "accepted"
    /// The outcome of a push that was larger than its provider takes; what is sent after it is smaller.
    public static let tooLarge = "tooLarge"

    /// Records an attempt.
    public init(at: Timestamp, outcome: String, reason: String? = nil, receipt: String? = nil) {
        self.at = at
        self.outcome = outcome
        self.reason = reason
        self.receipt = receipt
    }
}

extension AttemptRecord {
    /// Records an outcome.
    public init(_ outcome: SendOutcome, at now: Timestamp) {
        switch outcome {
        case .accepted(let receipt): self.init(at: now, outcome: Self.accepted, receipt: receipt)
        case .gone(let reason, _): self.init(at: now, outcome: "gone", reason: reason)
        case .rejected(let reason, .size): self.init(at: now, outcome: Self.tooLarge, reason: reason)
        case .rejected(let reason, _): self.init(at: now, outcome: "rejected", reason: reason)
        case .throttled(let reason, _, _): self.init(at: now, outcome: "throttled", reason: reason)
        case .unavailable(let reason, _): self.init(at: now, outcome: "unavailable", reason: reason)
        case .notProcessed(let reason): self.init(at: now, outcome: "notProcessed", reason: reason)
        case .unknown(let reason): self.init(at: now, outcome: "unknown", reason: reason)
        }
    }
}
