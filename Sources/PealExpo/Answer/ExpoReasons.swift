import PealCore
import PealProviderKit

/// What Expo's codes mean.
enum ExpoReasons {
    /// Why a whole request was refused.
    enum Refusal: Equatable {
        case tooManyProjects(reason: String)
        case tooMany(reason: String)
        /// More bytes than Expo takes.
        case tooLarge(reason: String)
        /// Something in it is wrong, of which the rest is innocent.
        case invalid(reason: String)
        case outcome(SendOutcome)
    }

    /// A ticket's meaning for the message to a token.
    static func outcome(of ticket: ExpoVerdict?, token: String) -> SendOutcome {
        guard let ticket else { return .unknown(reason: "ticket-unreadable") }
        switch ticket.status {
        case "ok": return .accepted(receipt: ticket.id)
        case "error":
            // Tickets out of order must not cost a good token its place.
            if let named = ticket.token, named != token { return .unknown(reason: "ticket-order") }
            return outcome(ofError: ticket.error)
        default: return .unknown(reason: "ticket-unreadable")
        }
    }

    /// A receipt's meaning; `nil` when it has none, as if it were not there yet.
    static func outcome(ofReceipt receipt: ExpoVerdict, id: String) -> SendOutcome? {
        switch receipt.status {
        case "ok": .accepted(receipt: id)
        case "error": outcome(ofError: receipt.error)
        default: nil
        }
    }

    private static func outcome(ofError code: String?) -> SendOutcome {
        let reason = code.flatMap { ReasonCode.safe($0) } ?? "UnknownError"
        switch code {
        case "DeviceNotRegistered": return .gone(reason: reason, since: nil)
        case "MessageTooBig": return .rejected(reason: reason, scope: .size)
        case "DeveloperError": return .rejected(reason: reason, scope: .message)
        case "MessageRateExceeded": return .throttled(reason: reason, retryAfter: nil, scope: .device)
        case "MismatchSenderId", "InvalidCredentials": return .rejected(reason: reason, scope: .configuration)
        case "ExpoError", "ProviderError": return .unavailable(reason: reason, retryAfter: nil)
        // Expo said no, and nothing says that it would say yes later: not sent again, and the token is kept.
        default: return .rejected(reason: reason, scope: .message)
        }
    }

    /// A refused request's meaning: by Expo's code, and without one by the status.
    static func refusal(_ error: ExpoRequestError?, _ answer: HTTPAnswer, now: Timestamp) -> Refusal {
        let reason = error?.code.flatMap { ReasonCode.safe($0) } ?? "HTTP_\(answer.status)"
        let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) }
        switch error?.code {
        case "PUSH_TOO_MANY_EXPERIENCE_IDS": return .tooManyProjects(reason: reason)
        case "PUSH_TOO_MANY_NOTIFICATIONS", "PUSH_TOO_MANY_RECEIPTS": return .tooMany(reason: reason)
        case "TOO_MANY_REQUESTS":
            return .outcome(.throttled(reason: reason, retryAfter: wait, scope: .sender))
        case "UNAUTHORIZED": return .outcome(.rejected(reason: reason, scope: .configuration))
        case "VALIDATION_ERROR": return .invalid(reason: reason)
        default: break
        }
        switch answer.status {
        // Errors, a code nobody knows, and a status that says all is well: the messages may be on their way.
        case 200..<300: return .outcome(.unknown(reason: reason))
        case 400, 422: return .invalid(reason: reason)
        case 413: return .tooLarge(reason: reason)
        case 408: return .outcome(.unavailable(reason: reason, retryAfter: wait))
        case 429: return .outcome(.throttled(reason: reason, retryAfter: wait, scope: .sender))
        case 500...: return .outcome(.unavailable(reason: reason, retryAfter: wait))
        // 401, 403, 404, a redirect: the access token or the address in the settings is wrong.
        default: return .outcome(.rejected(reason: reason, scope: .configuration))
        }
    }
}
