import JWTKit
public import PealCore
import PealCrypto

/// Makes users' tokens under a secret, as an app's backend would: for sandboxes.
public struct TokenMint: Sendable {
    private let kid: String?
    private let signer: any JWTAlgorithm

    /// Takes a secret.
    /// - Parameters:
    ///   - secret: the bytes themselves.
    ///   - kid: the `kid` that tokens name it by.
    /// - Throws: what the library throws for a key that it does not take.
    public init(secret: [UInt8], kid: String? = nil) async throws {
        let collection = JWTKeyCollection()
        await collection.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        signer = try await collection.getKey()
        self.kid = kid
    }

    /// A token of a user.
    /// - Parameters:
    ///   - app: the app, which is its audience.
    ///   - user: its subject.
    ///   - now: when it is issued.
    ///   - life: how long it is valid.
    /// - Returns: the token.
    /// - Throws: what the signature throws.
    public func token(app: AppID, user: UserID, now: Timestamp, expiresIn life: Duration) throws -> String {
        let head = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("alg", TokenAlgorithm.hs256.rawValue)
                writer.member("typ", "JWT")
                writer.member("kid", kid)
            }
        }
        let claims = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("sub", user.rawValue)
                writer.member("aud", app.rawValue)
                writer.member("iat", Int(now.seconds))
                writer.member("exp", Int((now + life).seconds))
            }
        }
        return try CompactJWS.text(header: head, claims: claims) { try signer.sign(Array($0.utf8)) }
    }
}
