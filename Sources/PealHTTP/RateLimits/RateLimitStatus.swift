import PealCore
import PealWire

/// How a caller stands with its limit, as the draft `RateLimit header fields for HTTP` writes it.
struct RateLimitStatus: Sendable, Equatable {
    /// The limit's name: `key`, `user` or `address`.
    let name: String
    let rule: RateRule
    let verdict: TokenBucket.Verdict

    /// `RateLimit-Policy`: the burst, and the seconds in which an empty bucket is full again.
    var policy: String { "\"\(name)\";q=\(rule.burst);w=\(rule.window)" }

    /// `RateLimit`: calls that are left, and the seconds until all are there again.
    var field: String { "\"\(name)\";r=\(verdict.remaining);t=\(verdict.resetAfter)" }

    /// What a refused caller is told.
    var problem: Problem {
        Problem(
            .limitReached,
            "too many calls: \(rule.rate) a second are allowed, and \(rule.burst) at the same moment",
            retryAfter: verdict.resetAfter,
            limit: name
        )
    }
}
