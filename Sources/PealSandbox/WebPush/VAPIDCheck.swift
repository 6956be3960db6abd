import Crypto
import PealCore
import Synchronization

/// Verifies who sends (RFC 8292), as Mozilla's service does.
final class VAPIDCheck: Sendable {
    /// What a signature that holds says.
    private struct Claims: Sendable {
        var audience: String?
        var expiresAt: Int64?
        var subject: String?
        var key: [UInt8]
    }

    private static let limit = 1_024
    /// The longest a token may live from now on.
    private static let lifetime: Duration = .seconds(24 * 3600)

    private let world: SandboxWorld
    /// Senders use a token for hours: its signature is looked at once.
    private let verified = Mutex<[String: Claims]>([:])

    init(world: SandboxWorld) { self.world = world }

    /// Lets a request in whose signature is by the key the subscription was made with.
    func admit(_ header: String?, audiences: [String], senderMark: [UInt8]) throws(WebPushRefusal) {
        guard let header else { throw .unauthorized("Missing VAPID Authorization") }
        let claims = try claims(header)
        guard let audience = claims.audience, audiences.contains(audience) else {
            throw .unauthorized("VAPID aud does not name this service")
        }
        let now = world.now()
        guard let expiry = claims.expiresAt else { throw .unauthorized("VAPID exp is missing or no number") }
        guard expiry > now.seconds else { throw .unauthorized("VAPID token has expired") }
        guard expiry <= (now + Self.lifetime).seconds else { throw .unauthorized("VAPID exp is more than 24 h ahead") }
        guard let subject = claims.subject, subject.hasPrefix("mailto:") || subject.hasPrefix("https:") else {
            throw .unauthorized("VAPID sub is missing or no contact")
        }
        guard BrowserSubscriptions.mark(of: claims.key) == senderMark else {
            throw .unauthorized("VAPID public key mismatch")
        }
    }

    private func claims(_ header: String) throws(WebPushRefusal) -> Claims {
        if let claims = verified.withLock({ $0[header] }) { return claims }
        guard header.utf8.count <= 4096, header.hasPrefix("vapid ") else {
            throw .unauthorized("Authorization is not vapid")
        }
        var fields: [Substring: Substring] = [:]
        for part in header.dropFirst(6).split(separator: ",") {
            let field = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if field.count == 2 { fields[field[0]] = field[1] }
        }
        guard let token = fields["t"], let keyText = fields["k"], let key = Base64URL.decode(keyText),
            let publicKey = try? P256.Signing.PublicKey(x963Representation: key)
        else { throw .unauthorized("Invalid VAPID public key") }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Self.object(parts[0]), head["alg"]?.string == "ES256",
            let body = Self.object(parts[1]), let raw = Base64URL.decode(parts[2]), raw.count == 64,
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw),
            publicKey.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { throw .unauthorized("Invalid VAPID signature") }
        let claims = Claims(
            audience: body["aud"]?.string,
            expiresAt: Self.number(body["exp"]),
            subject: body["sub"]?.string,
            key: key
        )
        verified.withLock { verified in
            if verified.count >= Self.limit { verified.removeAll() }
            verified[header] = claims
        }
        return claims
    }

    private static func object(_ part: Substring) -> [String: JSONValue]? {
        Base64URL.decode(part).flatMap { JSONText.parse($0)?.object }
    }

    private static func number(_ value: JSONValue?) -> Int64? {
        switch value {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number.rounded())
        default: nil
        }
    }
}
