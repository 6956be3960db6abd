import PealCore
import PealProviderKit

/// What FCM's answers mean.
enum FCMReasons {
    enum Reading: Equatable {
        case outcome(SendOutcome)
        /// The access token is not good any more: worth one new token and one more try.
        case accessTokenRefused
    }

    /// Google's wait when a quota is used up and no `Retry-After` says otherwise.
    static let quotaWait: Duration = .seconds(60)

    static func read(_ answer: HTTPAnswer, now: Timestamp) -> Reading {
        if (200..<300).contains(answer.status) {
            // Without a message's name it is not FCM that answered, or not all of it came.
            let name = FCMReceipt.name(in: answer.body)
            return .outcome(name.map { .accepted(receipt: $0) } ?? .unknown(reason: "answer-unreadable"))
        }
        let error = FCMErrorBody(answer.body)
        let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) }
        if let code = error.errorCode { return .outcome(outcome(of: code, error, status: answer.status, wait: wait)) }
        if answer.status == 401, error.status == nil || error.status == "UNAUTHENTICATED" { return .accessTokenRefused }
        return .outcome(plainOutcome(error, status: answer.status, wait: wait))
    }

    /// With FCM's own error code, which says more than the status does.
    private static func outcome(
        of code: String,
        _ error: FCMErrorBody,
        status: Int,
        wait: Duration?
    ) -> SendOutcome {
        switch code {
        case "INVALID_ARGUMENT":
            error.isAboutToken
                ? .gone(reason: "INVALID_TOKEN", since: nil) : .rejected(reason: code, scope: error.refusedScope)
        case "UNREGISTERED": .gone(reason: code, since: nil)
        case "SENDER_ID_MISMATCH": .rejected(reason: code, scope: .device)
        case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR": .rejected(reason: code, scope: .configuration)
        case "QUOTA_EXCEEDED":
            .throttled(reason: code, retryAfter: wait ?? quotaWait, scope: error.isAboutDevice ? .device : .sender)
        case "INTERNAL", "UNAVAILABLE": .unavailable(reason: code, retryAfter: wait)
        default: outcome(ofStatus: status, reason: ReasonCode.safe(code) ?? "HTTP_\(status)", error, wait: wait)
        }
    }

    /// Without it: Google's common API errors, proxies and pages of HTML.
    private static func plainOutcome(_ error: FCMErrorBody, status: Int, wait: Duration?) -> SendOutcome {
        let reason = error.status.flatMap { ReasonCode.safe($0) } ?? "HTTP_\(status)"
        return outcome(ofStatus: status, reason: reason, error, wait: wait)
    }

    private static func outcome(
        ofStatus status: Int,
        reason: String,
        _ error: FCMErrorBody,
        wait: Duration?
    ) -> SendOutcome {
        switch status {
        case 400:
            error.isAboutToken
                ? .gone(reason: "INVALID_TOKEN", since: nil)
                : .rejected(reason: reason, scope: error.refusedScope)
        case 401, 403, 404, 405: .rejected(reason: reason, scope: .configuration)
        case 408: .unavailable(reason: reason, retryAfter: wait)
        case 429:
            .throttled(reason: reason, retryAfter: wait ?? quotaWait, scope: error.isAboutDevice ? .device : .sender)
        case 413: .rejected(reason: reason, scope: .size)
        case 400..<500: .rejected(reason: reason, scope: .message)
        case 500...: .unavailable(reason: reason, retryAfter: wait)
        // A redirect or an informational answer: the address in the settings is wrong.
        default: .rejected(reason: reason, scope: .configuration)
        }
    }
}
