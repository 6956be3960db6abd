public import PealCore

extension SendOutcome {
    /// The outcome with a reason that may be stored, logged and shown: a service's own words could hold an address.
    public var withSafeReason: SendOutcome {
        switch self {
        case .accepted: self
        case .gone(let reason, let since): .gone(reason: Self.safe(reason), since: since)
        case .rejected(let reason, let scope): .rejected(reason: Self.safe(reason), scope: scope)
        case .throttled(let reason, let wait, let scope):
            .throttled(reason: Self.safe(reason), retryAfter: wait, scope: scope)
        case .unavailable(let reason, let wait): .unavailable(reason: Self.safe(reason), retryAfter: wait)
        case .notProcessed(let reason): .notProcessed(reason: Self.safe(reason))
        case .unknown(let reason): .unknown(reason: Self.safe(reason))
        }
    }

    private static func safe(_ reason: String) -> String { ReasonCode.safe(reason) ?? "no-code" }
}
