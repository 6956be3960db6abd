public import PealCore

/// A token that opens a push service for a while.
public struct BearerToken: Sendable, Equatable {
    /// The token: never logged.
    public var value: String
    /// When it ends.
    public var expiresAt: Timestamp

    /// Joins the parts.
    public init(value: String, expiresAt: Timestamp) {
        self.value = value
        self.expiresAt = expiresAt
    }
}

/// Why there is no token.
public struct TokenFailure: Error, Sendable, Equatable {
    /// What kind of failure it is.
    public enum Code: String, Sendable {
        /// The credentials are refused: the operator must act.
        case credentials
        /// The token service has trouble.
        case unavailable
        /// Too many callers wait already.
        case overloaded
        /// The caller gave up.
        case cancelled
    }

    /// What kind of failure it is.
    public var code: Code
    /// The service's own reason, as a code.
    public var reason: String
    /// How long the service asks to wait.
    public var retryAfter: Duration?

    /// Describes a failure.
    public init(_ code: Code, reason: String, retryAfter: Duration? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
    }
}
