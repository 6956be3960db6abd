import CryptoExtras
import JWTKit

/// The RSA key of the sandbox's service accounts: made once per process, because making one is slow.
enum SandboxRSAKey {
    struct Pair: Sendable {
        let pem: String
        let publicKey: JWTKit.Insecure.RSA.PublicKey
    }

    private static let shared = Result { () throws -> Pair in
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        return Pair(
            pem: key.pkcs8PEMRepresentation,
            publicKey: try JWTKit.Insecure.RSA.PublicKey(backing: key.publicKey)
        )
    }

    /// The key.
    static func pair() throws -> Pair { try shared.get() }
}
