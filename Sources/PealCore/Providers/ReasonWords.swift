/// Says in words what the code of a failed attempt means.
///
/// Codes are stored and stay the same; people read the words next to them. A name that a push service gave itself, such as
/// `BadDeviceToken`, comes back as it is, because that is what its documentation lists.
public enum ReasonWords {
    /// The words for a code, without a full stop.
    public static func of(_ code: String) -> String {
        if let words = words[code] { return words }
        if code.hasPrefix("token-"), code != "token-malformed" {
            let cause = code.dropFirst("token-".count)
            // Earlier versions stored the system's number.
            let number = self.number(after: "errno-", in: cause).map { systemErrors[$0] ?? "connection failed" }
            return "no access token: \(number ?? of(String(cause)))"
        }
        if let status = number(after: "http-", in: code) ?? number(after: "HTTP_", in: code) {
            return "HTTP status \(status)"
        }
        if let error = number(after: "errno-", in: code) {
            return numberedErrors[error].map { "\($0) (error \(error))" } ?? "error \(error)"
        }
        // Our own codes are words already.
        guard code.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x2d }) else { return code }
        return code.split(separator: "-").joined(separator: " ")
    }

    private static func number(after prefix: String, in code: some StringProtocol) -> Int? {
        code.hasPrefix(prefix) ? Int(code.dropFirst(prefix.count)) : nil
    }

    private static let words = [
        "name-not-resolved": "name not found", "endpoint-refused": "address not allowed", "alpn-not-h2": "no HTTP/2",
        "tls-handshake-failed": "TLS handshake failed", "tls-handshake-timeout": "TLS handshake timed out",
        "tls-error": "TLS error", "certificate-not-verified": "certificate not verified",
        "connect-timeout": "connection timed out", "timeout": "timed out", "read-timeout": "timed out",
        "deadline-exceeded": "timed out", "io-error": "connection failed", "transport-error": "connection failed",
        "answer-unreadable": "the answer cannot be read",
    ]

    /// Of Linux, as they may be in attempts of earlier versions.
    private static let systemErrors = [
        101: "network unreachable", 104: "connection reset", 110: "connection timed out", 111: "connection refused",
        113: "host unreachable",
    ]

    /// Errors that a Web Push service numbers in its answers (Mozilla's autopush).
    private static let numberedErrors = [
        101: "missing encryption keys", 102: "unknown subscription", 103: "expired subscription",
        104: "payload too large", 105: "subscription ended during the request", 106: "invalid subscription",
        107: "invalid router", 108: "invalid token of the router", 109: "credentials rejected",
        110: "invalid encryption", 111: "missing TTL", 112: "invalid TTL", 113: "invalid topic",
        201: "the service asks to wait", 202: "the service has trouble", 900: "the service has trouble",
        901: "the service cannot be reached", 902: "the service has trouble", 903: "the service has trouble",
        999: "unknown trouble of the service",
    ]
}
