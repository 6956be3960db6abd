import PealWire

/// Why a token is not accepted: a constant sentence, never a part of the token.
struct TokenRefusal: Error, Sendable, Equatable {
    /// The stage that refused it.
    enum Stage: Sendable, Equatable {
        /// It cannot be taken apart.
        case form
        /// It names no app of this server, or several.
        case audience
        /// It names no key of its app.
        case key
        /// Whether it names one cannot be known now; how long to wait, in seconds.
        case unavailable(retryAfter: Int)
        /// A condition does not hold.
        case check(TokenCheck)
    }

    let stage: Stage
    let detail: String

    init(_ stage: Stage, _ detail: String) {
        self.stage = stage
        self.detail = detail
    }

    /// The label of the counter: a token that has expired is no sign of an attack.
    var fault: CredentialFault {
        switch stage {
        case .check(.expiry): .expired
        case .unavailable: .keysUnavailable
        case .form, .audience, .key, .check: .token
        }
    }

    /// The same as HTTP says it.
    var problem: Problem {
        guard case .unavailable(let seconds) = stage else { return Problem(.unauthenticated, detail) }
        return Problem(.overloaded, detail, retryAfter: seconds)
    }
}
