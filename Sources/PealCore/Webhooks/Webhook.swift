/// Where an app receives events, with what is known of its state.
public struct Webhook: Sendable, Equatable {
    /// Webhooks of one app at most.
    public static let limit = 20

    /// Why a webhook receives nothing.
    public enum Reason: String, Sendable, CaseIterable {
        /// It answered 410: it is gone.
        case gone
        /// No attempt succeeded for too long.
        case failing
        /// The backend asked for it.
        case requested
    }

    /// Why and since when a webhook receives nothing.
    public struct Disabling: Sendable, Equatable {
        /// Why.
        public var reason: Reason
        /// Since when.
        public var at: Timestamp

        /// Joins both.
        public init(_ reason: Reason, at: Timestamp) {
            self.reason = reason
            self.at = at
        }
    }

    /// Its attempts since the last one that succeeded.
    public struct Failures: Sendable, Equatable {
        /// When the first of them ended.
        public var since: Timestamp
        /// How many of them found the receiver down.
        public var count: Int
        /// Until when nothing is sent; `nil` when the receiver answers.
        public var heldUntil: Timestamp?

        /// Joins the parts.
        public init(since: Timestamp, count: Int, heldUntil: Timestamp?) {
            self.since = since
            self.count = count
            self.heldUntil = heldUntil
        }
    }

    /// Which.
    public var id: WebhookID
    /// Where to.
    public var url: String
    /// What it receives; empty is everything but what has to be named.
    public var types: Set<WebhookType>
    /// The sealed secrets, the newest first.
    public var sealedSecrets: [UInt8]
    /// Until when the secrets before the newest sign as well; `nil` when there is one alone.
    public var rotatesUntil: Timestamp?
    /// When it was put.
    public var createdAt: Timestamp
    /// When it was put or enabled: nothing that happened before is sent.
    public var activeSince: Timestamp
    /// Why it receives nothing; `nil` while it does.
    public var disabled: Disabling?
    /// Its failures; `nil` when the last attempt succeeded.
    public var failures: Failures?

    /// Joins the parts.
    public init(
        id: WebhookID,
        url: String,
        types: Set<WebhookType>,
        sealedSecrets: [UInt8],
        rotatesUntil: Timestamp? = nil,
        createdAt: Timestamp,
        disabled: Disabling? = nil,
        failures: Failures? = nil
    ) {
        self.id = id
        self.url = url
        self.types = types
        self.sealedSecrets = sealedSecrets
        self.rotatesUntil = rotatesUntil
        self.createdAt = createdAt
        activeSince = createdAt
        self.disabled = disabled
        self.failures = failures
    }

    /// What it receives.
    public var received: [WebhookType] {
        WebhookType.allCases.filter { types.isEmpty ? !$0.isNamedOnly : types.contains($0) }
    }

    /// Whether it receives an event of a type that happened at an instant.
    public func receives(_ type: WebhookType, at instant: Timestamp) -> Bool {
        disabled == nil && instant >= activeSince && (types.isEmpty ? !type.isNamedOnly : types.contains(type))
    }
}
