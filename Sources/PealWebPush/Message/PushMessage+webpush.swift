import Crypto
import PealCore
import PealProviderKit

extension PushMessage {
    /// What a shown notification is replaced by, the same for every copy of a notification (promise 3).
    var replacementTag: String { ShortKey.fit(collapseKey ?? identityTag, limit: 64) }

    /// The headers of RFC 8030 beside who sends.
    var webPushHeaders: [(name: String, value: String)] {
        [
            ("TTL", String(min(max(timeToLive.components.seconds, 0), 2_419_200))),
            ("Urgency", urgency),
            ("Topic", Self.topic(of: collapseKey ?? identityTag)),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
        ]
    }

    /// 32 characters of base64url, as much as a topic may have (RFC 8030, 5.4).
    static func topic(of key: String) -> String {
        String(Base64URL.encode(SHA256.hash(data: Array(key.utf8))).prefix(32))
    }

    private var urgency: String {
        switch priority {
        case .critical, .high: "high"
        case .normal: "normal"
        case .low: "low"
        }
    }
}
