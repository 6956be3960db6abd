import Crypto
import PealCore

/// The key that tells push services who sends (RFC 8292).
public struct VAPIDKey: Sendable {
    private let privateKey: P256.Signing.PrivateKey
    /// The public half in base64url: what browsers subscribe with and what goes into every request.
    public let applicationServerKey: String

    /// Reads 32 bytes in base64url, or PEM (PKCS#8 or SEC 1); `nil` when it is neither.
    public init?(_ text: String) {
        let key: P256.Signing.PrivateKey
        if text.contains("-----BEGIN") {
            guard text.utf8.count <= 8192, let pem = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
                return nil
            }
            key = pem
        } else {
            let trimmed = String(text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
            guard trimmed.utf8.count <= 64, let bytes = Base64URL.decodeLeniently(trimmed),
                let raw = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
            else { return nil }
            key = raw
        }
        self.init(key)
    }

    init(_ key: P256.Signing.PrivateKey) {
        privateKey = key
        applicationServerKey = Base64URL.encode(key.publicKey.x963Representation)
    }

    /// A new key.
    public static func generate() -> VAPIDKey { VAPIDKey(P256.Signing.PrivateKey()) }

    /// The private half as 32 bytes in base64url: for the operator's configuration alone.
    public var secret: String { Base64URL.encode(privateKey.rawRepresentation) }

    /// Signs as ES256 wants it: the two numbers one after the other, and not DER (RFC 7518, 3.4).
    func signature(of text: String) throws -> [UInt8] {
        Array(try privateKey.signature(for: Array(text.utf8)).rawRepresentation)
    }
}
