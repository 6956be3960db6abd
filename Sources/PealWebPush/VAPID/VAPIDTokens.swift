import PealCore
import PealCrypto
import Synchronization

/// Signed statements of who sends, one per push service, made once and used for hours (RFC 8292, 2).
///
/// Push services refuse more than 24 hours, and Apple asks not to have a new one more than once an hour.
final class VAPIDTokens: Sendable {
    static let lifetime: Duration = .seconds(12 * 3600)
    /// How many push services are remembered.
    static let limit = 256

    private struct Entry {
        var header: String
        var signedAt: Timestamp
    }

    /// The header of every token, which says that it is signed with ES256.
    private static let jwtHeader = Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8)

    private let key: VAPIDKey
    private let subject: String
    private let now: @Sendable () -> Timestamp
    private let entries = Mutex<[String: Entry]>([:])

    init(key: VAPIDKey, subject: String, now: @escaping @Sendable () -> Timestamp) {
        self.key = key
        self.subject = subject
        self.now = now
    }

    /// The `Authorization` header for a push service; `nil` only when nothing can be signed.
    func authorization(origin: String) -> String? {
        let now = now()
        // Signing under the lock keeps a burst from signing the same thing a hundred times.
        return entries.withLock { entries in
            if let entry = entries[origin], entry.signedAt <= now, now - entry.signedAt < Self.lifetime / 2 {
                return entry.header
            }
            guard let header = sign(origin: origin, now: now) else { return nil }
            if entries[origin] == nil, entries.count >= Self.limit,
                let oldest = entries.min(by: { $0.value.signedAt < $1.value.signedAt })
            {
                entries[oldest.key] = nil
            }
            entries[origin] = Entry(header: header, signedAt: now)
            return header
        }
    }

    private func sign(origin: String, now: Timestamp) -> String? {
        var claims = JSONWriter(reserving: 256)
        claims.beginObject()
        claims.member("aud", origin)
        claims.member("exp", (now + Self.lifetime).seconds)
        claims.member("sub", subject)
        claims.endObject()
        let token = try? CompactJWS.text(header: Self.jwtHeader, claims: claims.bytes, signedBy: key.signature)
        return token.map { "vapid t=\($0), k=\(key.applicationServerKey)" }
    }
}
