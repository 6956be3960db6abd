import PealCore
import PealHTTP2
import PealProviderKit

/// What every answer of APNs means (*Handling notification responses from APNs*).
enum APNsReasons {
    /// One request at a time until a provider token was taken, and the words with which Apple ends a connection.
    static let conduct = HTTP2Conduct(
        // Apple looks at the provider token first.
        provesCredentials: { [200, 400, 410, 413].contains($0) },
        reason: { APNsErrorBody($0).reason },
        farewells: ["Shutdown", "IdleTimeout"],
        bodyLimit: APNsErrorBody.sizeLimit
    )

    enum Reading: Equatable {
        case outcome(SendOutcome)
        /// No token of this environment: it may be one of the other.
        case badDeviceToken
        /// The provider token is too old; the reason, which blames the clock where Apple's is another.
        case providerTokenExpired(reason: String)
    }

    static func read(_ answer: HTTP2Answer, now: Timestamp) -> Reading {
        if answer.status == 200 { return .outcome(.accepted(receipt: answer.header("apns-id"))) }
        // Certainly refused, but why is lost: it is asked again, and no token is deleted for half an answer.
        guard answer.isComplete else { return .outcome(.unavailable(reason: "answer-truncated", retryAfter: nil)) }
        let error = APNsErrorBody(answer.body)
        let mayWait = answer.status == 429 || answer.status >= 500
        let wait = mayWait ? answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) } : nil
        guard let reason = error.reason else {
            return .outcome(outcome(ofStatus: answer.status, reason: "HTTP_\(answer.status)", error, wait: wait))
        }
        switch reason {
        case "BadDeviceToken": return .badDeviceToken
        case "ExpiredProviderToken": return .providerTokenExpired(reason: dated(reason, answer, now))
        case "InvalidProviderToken":
            return .outcome(.rejected(reason: dated(reason, answer, now), scope: .configuration))
        default: return .outcome(outcome(of: reason, error, status: answer.status, wait: wait))
        }
    }

    private static func dated(_ reason: String, _ answer: HTTP2Answer, _ now: Timestamp) -> String {
        let dated = HTTPAnswer(status: answer.status, headers: answer.header("date").map { [("date", $0)] } ?? [])
        return ClockReason.of(reason, date: dated.date, now: now)
    }

    private static func outcome(
        of reason: String,
        _ error: APNsErrorBody,
        status: Int,
        wait: Duration?
    ) -> SendOutcome {
        switch reason {
        case "DeviceTokenNotForTopic":
            // The token is good, the app is not: quarantined, never deleted.
            .rejected(reason: reason, scope: .device)
        case "BadTopic", "MissingTopic", "TopicDisallowed",
            "MissingProviderToken", "Forbidden", "BadCertificate", "BadCertificateEnvironment",
            "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken",
            "BadPath", "MethodNotAllowed", "FeatureNotEnabled", "TopicMismatch":
            .rejected(reason: reason, scope: .configuration)
        case "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "InvalidPushType",
            "MissingDeviceToken",
            "PayloadEmpty", "DuplicateHeaders", "MissingChannelId", "BadChannelId",
            "ChannelNotRegistered", "MissingPushType", "CannotCreateChannelConfig", "BadRequestParams",
            "BadRequestPayload":
            .rejected(reason: reason, scope: .message)
        case "PayloadTooLarge":
            .rejected(reason: reason, scope: .size)
        case "IdleTimeout":
            .notProcessed(reason: reason)
        case "Unregistered", "ExpiredToken":
            .gone(reason: reason, since: error.timestamp)
        case "TooManyRequests":
            .throttled(reason: reason, retryAfter: wait, scope: .device)
        case "TooManyProviderTokenUpdates":
            .throttled(reason: reason, retryAfter: wait, scope: .sender)
        case "InternalServerError", "ServiceUnavailable", "Shutdown":
            // Apple speaks of 15 minutes; the catalog's schedule decides instead, because a notification that is late is
            // worth nothing and expires first.
            .unavailable(reason: reason, retryAfter: wait)
        default:
            outcome(ofStatus: status, reason: reason, error, wait: wait)
        }
    }

    /// For a reason that is not in Apple's table, or none.
    private static func outcome(
        ofStatus status: Int,
        reason: String,
        _ error: APNsErrorBody,
        wait: Duration?
    ) -> SendOutcome {
        switch status {
        case 410: .gone(reason: reason, since: error.timestamp)
        case 429: .throttled(reason: reason, retryAfter: wait, scope: .sender)
        case 401, 403, 404, 405: .rejected(reason: reason, scope: .configuration)
        case 408: .unavailable(reason: reason, retryAfter: wait)
        case 413: .rejected(reason: reason, scope: .size)
        case 400..<500: .rejected(reason: reason, scope: .message)
        case 500...: .unavailable(reason: reason, retryAfter: wait)
        // APNs never redirects: the address in the settings is wrong.
        default: .rejected(reason: reason, scope: .configuration)
        }
    }
}
