/// The algorithms that users' tokens are verified with (RFC 7518, RFC 8037); no other one is.
public enum TokenAlgorithm: String, Sendable, CaseIterable {
    /// HMAC with SHA-256, under a secret that the app's backend shares with the server.
    case hs256 = "HS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// Ed25519.
    case eddsa = "EdDSA"
    /// RSA PKCS #1 v1.5 with SHA-256.
    case rs256 = "RS256"
}
