import Crypto
import CryptoExtras
import PealCore

@testable import PealHTTP

/// A key pair of a test: what signs, by another library than the one that verifies, and what is published of it.
struct TestKey: Sendable {
    let kid: String?
    let algorithm: TokenAlgorithm
    let sign: @Sendable ([UInt8]) throws -> [UInt8]
    /// The members of its JWK, without `kid`.
    let members: String

    /// The JWK as text.
    var json: String { "{\(kid.map { "\"kid\":\"\($0)\"," } ?? "")\(members)}" }

    /// One key of each algorithm, named by it; made once, because a key of RSA takes a while.
    static let all = TokenAlgorithm.allCases.map { make($0, kid: $0.rawValue) }

    /// A fresh key of an algorithm.
    static func make(_ algorithm: TokenAlgorithm, kid: String?) -> TestKey {
        switch algorithm {
        case .hs256:
            return secret(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }, kid: kid)
        case .es256:
            let key = P256.Signing.PrivateKey()
            let point = Array(key.publicKey.rawRepresentation)
            let (x, y) = (Base64URL.encode(Array(point.prefix(32))), Base64URL.encode(Array(point.suffix(32))))
            return TestKey(kid: kid, algorithm: .es256, members: #""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)""#) {
                Array(try key.signature(for: $0).rawRepresentation)
            }
        case .eddsa:
            let key = Curve25519.Signing.PrivateKey()
            let x = Base64URL.encode(Array(key.publicKey.rawRepresentation))
            return TestKey(kid: kid, algorithm: .eddsa, members: #""kty":"OKP","crv":"Ed25519","x":"\#(x)""#) {
                Array(try key.signature(for: $0))
            }
        case .rs256: return rsa(kid: kid)
        }
    }

    /// A key of HS256 with a certain secret.
    static func secret(_ secret: [UInt8], kid: String? = nil) -> TestKey {
        let key = SymmetricKey(data: secret)
        return TestKey(kid: kid, algorithm: .hs256, members: #""kty":"oct","k":"\#(Base64URL.encode(secret))""#) {
            bytes in
            Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
        }
    }

    private static func rsa(kid: String?) -> TestKey {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048),
            let numbers = try? key.publicKey.getKeyPrimitives()
        else { fatalError("no key of RSA can be made") }
        let (n, e) = (Base64URL.encode(Array(numbers.modulus)), Base64URL.encode(Array(numbers.publicExponent)))
        return TestKey(kid: kid, algorithm: .rs256, members: #""kty":"RSA","n":"\#(n)","e":"\#(e)""#) { bytes in
            Array(try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }

    private init(
        kid: String?,
        algorithm: TokenAlgorithm,
        members: String,
        sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.kid = kid
        self.algorithm = algorithm
        self.members = members
        self.sign = sign
    }

    /// A JWK set of some keys.
    static func set(_ keys: [TestKey]) -> [UInt8] {
        Array(#"{"keys":[\#(keys.map(\.json).joined(separator: ","))]}"#.utf8)
    }
}
