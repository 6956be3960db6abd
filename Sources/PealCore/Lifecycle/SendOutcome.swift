/// What became of one attempt.
///
/// A provider saying no is a value; only bugs throw.
public enum SendOutcome: Sendable, Equatable {
    /// The provider took it; its receipt.
    case accepted(receipt: String?)
    /// The address is no longer valid, since an instant if the provider says.
    case gone(reason: String, since: Timestamp?)
    /// The provider will not take this message as it is; never sent again as it is.
    case rejected(reason: String, scope: RejectionScope)
    /// Too much; to be tried later.
    case throttled(reason: String, retryAfter: Duration?, scope: ThrottleScope)
    /// The provider has trouble; to be tried later.
    case unavailable(reason: String, retryAfter: Duration?)
    /// Certainly not processed; sent again at once and not counted.
    case notProcessed(reason: String)
    /// Sent, answer lost; policy decides (C01).
    case unknown(reason: String)

    /// The reason when a server ended its connection in good order (HTTP/2 GOAWAY without an error): it says nothing of
    /// the service's health.
    public static let goAway = "GOAWAY"

    /// Why it was not accepted; `nil` when it was.
    public var reason: String? {
        switch self {
        case .accepted: nil
        case .gone(let reason, _), .rejected(let reason, _), .throttled(let reason, _, _), .unavailable(let reason, _),
            .notProcessed(let reason), .unknown(let reason):
            reason
        }
    }
}

/// What a rejection is about.
public enum RejectionScope: String, Sendable, Codable {
    /// This message.
    case message
    /// This message is larger than the provider takes: sent once more, smaller.
    case size
    /// The device's address in this app's configuration (wrong project, wrong topic): quarantined, never deleted.
    case device
    /// The app's credentials or set-up: the operator must act.
    case configuration
}

/// What a throttle is about.
public enum ThrottleScope: String, Sendable, Codable {
    /// This device.
    case device
    /// The whole sender.
    case sender
}
