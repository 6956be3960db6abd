import PealCore

/// A refusal in Mozilla's words.
struct WebPushRefusal: Error {
    var status: Int
    var errno: Int
    var message: String

    /// Its name in the request log.
    var reason: String { "errno-\(errno)" }

    var body: [UInt8] {
        JSONText.write(
            .object([
                "code": .integer(Int64(status)), "errno": .integer(Int64(errno)),
                "error": .string(Self.titles[status] ?? "Error"), "message": .string(message),
            ])
        )
    }

    static func unauthorized(_ message: String) -> WebPushRefusal {
        WebPushRefusal(status: 401, errno: 109, message: message)
    }

    static let notFound = WebPushRefusal(status: 404, errno: 102, message: "Request did not validate")
    static let gone = WebPushRefusal(status: 410, errno: 106, message: "Invalid subscription")
    static let tooLarge = WebPushRefusal(status: 413, errno: 104, message: "Data payload too large")
    static let noTTL = WebPushRefusal(status: 400, errno: 111, message: "Missing TTL header")
    static let badTTL = WebPushRefusal(status: 400, errno: 112, message: "Invalid TTL header value")
    static let badTopic = WebPushRefusal(status: 400, errno: 113, message: "Invalid topic header value")
    static let badUrgency = WebPushRefusal(status: 400, errno: 999, message: "Invalid urgency header value")
    static let noEncoding = WebPushRefusal(status: 400, errno: 101, message: "Missing or wrong Content-Encoding")
    /// No real service can tell; a browser would drop the message without a word.
    static let undecipherable = WebPushRefusal(status: 400, errno: 110, message: "The message cannot be decrypted")

    /// What a fault answers: `errno-…` for Mozilla's words, another code for Apple's, and words for Google's line of text.
    static func faultBody(_ answer: Fault.Answer) -> [UInt8] {
        if let reason = answer.reason {
            guard !reason.contains(" ") else { return Array(reason.utf8) }
            guard reason.hasPrefix("errno-"), let errno = Int(reason.dropFirst(6)) else {
                return JSONText.write(.object(["reason": .string(reason)]))
            }
            return WebPushRefusal(status: answer.status, errno: errno, message: "fault").body
        }
        return WebPushRefusal(status: answer.status, errno: errnos[answer.status] ?? 999, message: "fault").body
    }

    private static let errnos = [400: 110, 401: 109, 404: 102, 410: 103, 413: 104, 429: 201, 502: 902, 503: 201]

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
        413: "Payload Too Large", 429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
        503: "Service Unavailable",
    ]
}
