import Crypto
import PealCore
import PealProviderKit

extension PushMessage {
    /// What a shown notification is replaced by, the same for every copy of a notification (promise 3).
    var replacementTag: String { ShortKey.fit(collapseKey ?? identityTag, limit: 64) }

    /// The headers of RFC 8030 other than who sends.
    var webPushHeaders: WebPushHeaders {
        WebPushHeaders(
            timeToLive: String(lifetimeSeconds(atMost: 2_419_200)),
            urgency: urgency,
            topic: Self.topic(of: collapseKey ?? identityTag)
        )
    }

    /// 32 characters of base64url, as much as a topic may have (RFC 8030, 5.4).
    static func topic(of key: String) -> String {
        String(Base64URL.encode(Array(SHA256.hash(data: Array(key.utf8)))).prefix(32))
    }

    private var urgency: String {
        switch priority {
        case .critical, .high: "high"
        case .normal: "normal"
        case .low: "low"
        }
    }
}
