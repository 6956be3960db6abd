/// The headers of RFC 8030 other than who sends.
struct WebPushHeaders: Sendable, Equatable {
    /// For how long the push service keeps the message, in seconds.
    let timeToLive: String
    /// How urgent it is (RFC 8030, 5.3).
    let urgency: String
    /// What it replaces (RFC 8030, 5.4).
    let topic: String

    static let contentEncoding = "aes128gcm"
    static let contentType = "application/octet-stream"

    /// All of them by name, for the HTTP client.
    var fields: [(name: String, value: String)] {
        [
            ("TTL", timeToLive), ("Urgency", urgency), ("Topic", topic), ("Content-Encoding", Self.contentEncoding),
            ("Content-Type", Self.contentType),
        ]
    }
}
