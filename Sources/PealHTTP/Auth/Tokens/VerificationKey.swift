import JWTKit

/// A key that is ready to verify.
struct VerificationKey: Sendable {
    let kid: String?
    let algorithm: TokenAlgorithm
    private let signer: any JWTAlgorithm

    /// Makes a key ready.
    /// - Throws: ``UnusableKey`` for numbers that are no key, for example a point that is not on its curve.
    init(_ key: JSONWebKey) async throws(UnusableKey) {
        kid = key.kid
        algorithm = key.algorithm
        do {
            let collection = JWTKeyCollection()
            switch key.material {
            case .secret(let secret):
                await collection.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
            case .p256(let x, let y):
                let point = (x: Base64URL.encode(x), y: Base64URL.encode(y))
                await collection.add(ecdsa: try ES256PublicKey(parameters: point))
            case .ed25519(let x):
                await collection.add(eddsa: try EdDSA.PublicKey(x: Base64URL.encode(x), curve: .ed25519))
            case .rsa(let modulus, let exponent):
                let key = try Insecure.RSA.PublicKey(
                    modulus: Base64URL.encode(modulus),
                    exponent: Base64URL.encode(exponent)
                )
                await collection.add(rsa: key, digestAlgorithm: .sha256)
            }
            signer = try await collection.getKey()
        } catch {
            throw UnusableKey(name: key.name)
        }
    }

    /// Whether the key made a signature; one of another length or form is nobody's.
    func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        (try? signer.verify(signature, signs: bytes)) == true
    }
}

/// A key that cannot verify anything.
public struct UnusableKey: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error's code.
    public let code = "unusable-key"
    let name: String

    /// Which key, and what to do.
    public var description: String { "\(name) is not a valid public key; export it again" }

    /// Equal when they are about the same key.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
