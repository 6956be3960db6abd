import PealCore
import PealProviderKit

/// What a push service's answer means (RFC 8030, and what Mozilla, Apple and Google add to it).
enum WebPushReasons {
    /// Apple's reasons that say more than their status.
    private static let apple: [String: Meaning] = [
        "VapidPkHashMismatch": .device,
        "BadAuthorizationHeader": .configuration, "BadJwtToken": .configuration, "BadVapidPublicKey": .configuration,
        "BadTtl": .message, "BadUrgency": .message, "BadWebPushTopic": .message, "BadWebPushRequest": .message,
        "PayloadTooLarge": .size, "MethodNotAllowed": .message,
        "TooManyRequests": .throttled,
        "IdleTimeout": .unavailable, "InternalServerError": .unavailable, "ServiceUnavailable": .unavailable,
        "Shutdown": .unavailable,
        // Google's word for a request without a signature.
        "UnauthorizedRegistration": .configuration,
    ]

    /// Mozilla's numbers; 999 is anything, and the status decides.
    private static let mozilla: [Int: Meaning] = [
        101: .message, 104: .size, 108: .message, 110: .message, 111: .message, 112: .message, 113: .message,
        102: .gone, 103: .gone, 105: .gone, 106: .gone,
        // The credentials: Mozilla says no more of another key than that.
        109: .device,
        201: .unavailable, 202: .unavailable,
        900: .unavailable, 901: .unavailable, 902: .unavailable, 903: .unavailable,
    ]

    private enum Meaning {
        case gone, message, size, device, configuration, throttled, unavailable
    }

    static func read(_ answer: HTTPAnswer, now: Timestamp) -> SendOutcome {
        let status = answer.status
        // 201 by RFC 8030, 202 with a receipt; some services say 200.
        if [200, 201, 202].contains(status) { return .accepted(receipt: receipt(answer)) }
        if (200..<300).contains(status) { return .unknown(reason: "HTTP_\(status)") }
        if (300..<400).contains(status) { return .rejected(reason: "redirected", scope: .message) }
        let body = WebPushErrorBody(answer.body, description: answer.header(WebPushErrorBody.descriptionHeader))
        let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) }
        let reason = body.reason ?? body.errno.map { "errno-\($0)" } ?? "HTTP_\(status)"
        switch meaning(of: body, status: status) {
        case .gone: return .gone(reason: reason, since: nil)
        case .message: return .rejected(reason: reason, scope: .message)
        case .size: return .rejected(reason: reason, scope: .size)
        case .device: return .rejected(reason: reason, scope: .device)
        case .configuration: return .rejected(reason: reason, scope: .configuration)
        case .throttled: return .throttled(reason: reason, retryAfter: wait, scope: .device)
        case .unavailable: return .unavailable(reason: reason, retryAfter: wait)
        }
    }

    private static func meaning(of body: WebPushErrorBody, status: Int) -> Meaning {
        // A subscription is bound to the key it was made with: with another one it can never work.
        if body.isKeyMismatch, [400, 401, 403].contains(status) { return .device }
        if status == 413 { return .size }
        // These two delete, so nothing in a body may say them in place of the status, nor undo them.
        if status == 404 || status == 410 { return .gone }
        if status == 429 { return .throttled }
        if status >= 500 { return .unavailable }
        if let reason = body.reason, let meaning = apple[reason] { return meaning }
        if let errno = body.errno, let meaning = mozilla[errno], meaning != .gone {
            return meaning == .device && (status != 401 || body.isAboutToken) ? .configuration : meaning
        }
        switch status {
        case 401, 403: return .configuration
        case 408, 421, 425: return .unavailable
        default: return .message
        }
    }

    /// Apple's id of the push; otherwise a fingerprint of the message resource, whose address itself is a secret.
    private static func receipt(_ answer: HTTPAnswer) -> String? {
        if let id = answer.header("apns-id"), (1...64).contains(id.utf8.count),
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            return id
        }
        return answer.header("location").map { PushMessage.topic(of: $0) }
    }
}
