import PealCore
import PealProviderKit

/// What came of a message to a destination, in words without an address or a key.
package struct AlertAttempt: Sendable, Equatable {
    /// The destination's status; `nil` when it did not answer.
    package let status: Int?
    /// Why it did not take the message; `nil` when it did.
    package let problem: String?
    /// Whether others would fail as well, and not this message alone.
    let isDown: Bool
    /// How long the destination asked to wait.
    let retryAfter: Duration?

    /// Whether the destination has the message.
    package var isDelivered: Bool { problem == nil }

    /// Reads what came of a call.
    init(_ result: HTTPResult, now: Timestamp) {
        switch result {
        case .answered(let answer):
            let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) }
            let taken = WebhookAnswer.answered(status: answer.status, retryAfter: wait)
            status = answer.status
            problem = taken.isAccepted ? nil : Self.words(for: answer)
            isDown = taken.isDown
            retryAfter = wait
        case .notSent(let reason), .answerLost(let reason):
            status = nil
            problem = Self.words(for: reason)
            isDown = true
            retryAfter = nil
        }
    }

    private static func words(for answer: HTTPAnswer) -> String {
        // Slack names the reason in the body, such as `no_service`.
        let code = ReasonCode.safe(String(decoding: answer.body, as: UTF8.self)).map { ", \($0)" } ?? ""
        let meaning =
            switch answer.status {
            case 300..<400: "it redirects, which is not followed"
            case 401, 403: "it rejects the credentials"
            case 404, 410: "it does not know the address"
            case 408, 429: "it asks to wait"
            case 500...: "it fails"
            default: "it rejects the message"
            }
        return "\(meaning) (\(answer.status)\(code))"
    }

    private static func words(for reason: String) -> String {
        switch reason {
        case GuardedTransport.refusal: "the URL may not be called; name its host:port in `allow`"
        case AddressGuard.Refusal.reason:
            "its host has no public address; name its host:port in `allow` where it is in a private network"
        default: ReasonWords.of(reason)
        }
    }
}
