import Crypto
import PealCore

/// Brings a key of any length under a provider's limit, the same key always in the same way.
public enum ShortKey {
    /// The key itself when it fits, else the start of its SHA-256 in hexadecimal digits.
    ///
    /// At most 64 bytes of the limit are used.
    public static func fit(_ key: String, limit: Int) -> String {
        guard key.utf8.count > limit else { return key }
        return String(hexDigest(of: key).prefix(limit))
    }

    /// A Web Push `Topic`: 32 characters of the base64url alphabet (RFC 8030, 5.4).
    public static func topic(_ key: String) -> String { String(hexDigest(of: key).prefix(32)) }

    private static func hexDigest(of key: String) -> String {
        Hexadecimal.text(Array(SHA256.hash(data: Array(key.utf8))))
    }
}
