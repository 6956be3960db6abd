import Crypto
import CryptoExtras
import Foundation
import PealCore
import Testing

@testable import PealHTTP

@Suite("Public keys in PEM")
struct PublicKeyTests {
    @Test(
        "verify what their private keys signed, as the same key in a JWK set does",
        arguments: [TokenAlgorithm.es256, .eddsa, .rs256]
    )
    func verify(algorithm: TokenAlgorithm) async throws {
        let (pem, sign) = try Self.pair(algorithm)
        let key = try JSONWebKey(pem: pem, kid: "a")
        #expect(key.kid == "a" && key.algorithm == algorithm)
        // Editors change line ends, and YAML takes the last one away.
        #expect(try JSONWebKey(pem: pem.replacing("\n", with: "\r\n") + "\n \n", kid: "a") == key)
        // Some tools write the base64 in one line.
        let lines = pem.split(separator: "\n")
        let short = Self.pem("PUBLIC KEY", lines.dropFirst().dropLast().joined())
        #expect(try JSONWebKey(pem: short, kid: "a") == key)
        let issuer = TokenIssuer(policy: TokenPolicy(audience: "app"), keys: try await KeySet([key]))
        let tokens = UserTokens(["app": issuer])
        let claims = #"{"sub":"ann","aud":"app","exp":2000003600}"#
        let head = "{\"alg\":\"\(algorithm.rawValue)\",\"kid\":\"a\"}"
        let signed = [head, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let token = "\(signed).\(Base64URL.encode(try sign(Array(signed.utf8))))"
        #expect(await tokens.stage(of: token) == nil)
        let other = "\(signed).\(Base64URL.encode(try Self.pair(algorithm).sign(Array(signed.utf8))))"
        #expect(await tokens.stage(of: other) == .check(.signature))
    }

    @Test(
        "are nothing else",
        arguments: [
            ("", "is not a public key in PEM"), ("MCowBQYDK2VwAyEA", "is not a public key in PEM"),
            (pem("PRIVATE KEY", edwards), "is a private key"), (pem("EC PRIVATE KEY", edwards), "is a private key"),
            (pem("CERTIFICATE", edwards), "is not a public key in PEM"), (pem("RSA PUBLIC KEY", edwards), "is not a"),
            (pem("PUBLIC KEY", edwards) + "\n" + pem("PUBLIC KEY", edwards), "has more than one key"),
            (pem("PUBLIC KEY", "*"), "is not a public key in PEM"),
            (pem("PUBLIC KEY", ""), "is not a public key in PEM"),
            // The key of RFC 8410 with a byte more, with another length, and with a byte that belongs to nothing.
            (pem("PUBLIC KEY", "MCswBQYDK2VwAyIAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuEA"), "is damaged"),
            (pem("PUBLIC KEY", "MCswBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="), "is damaged"),
            (pem("PUBLIC KEY", edwards.replacing("=", with: "A")), "is damaged"),
            // X25519, which does not sign, and P-384.
            (pem("PUBLIC KEY", edwards.replacing("VwAyEA", with: "VuAyEA")), "is damaged"),
            (P384.Signing.PrivateKey().publicKey.pemRepresentation, "is damaged"),
            // The point of P-256 in its short form.
            (P256.Signing.PrivateKey().publicKey.compressedPEM, "is damaged"),
        ]
    )
    func refused(pem: String, detail: String) {
        let fault = #expect(throws: PublicKeyFault.self) { try JSONWebKey(pem: pem, kid: nil) }
        #expect(fault?.detail.hasPrefix(detail) == true, "\(fault?.detail ?? "none")")
    }

    /// A key of RSA with a modulus of so many bytes.
    private static func rsa(_ bytes: Int, _ exponent: [UInt8] = [1, 0, 1]) -> String {
        let numbers = der(0x30, der(2, [0] + Array(repeating: 0xFF, count: bytes)) + der(2, exponent))
        let name: [UInt8] = [0x30, 13, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 13, 1, 1, 1, 5, 0]
        return pem("PUBLIC KEY", Data(der(0x30, name + der(3, [0] + numbers))).base64EncodedString())
    }

    @Test("of RSA have a size that is secure and quick", arguments: [(256, true), (128, false), (1025, false)])
    func size(bytes: Int, fits: Bool) throws {
        guard !fits else { return #expect(try JSONWebKey(pem: Self.rsa(bytes), kid: nil).algorithm == .rs256) }
        let fault = #expect(throws: PublicKeyFault.self) { try JSONWebKey(pem: Self.rsa(bytes), kid: nil) }
        #expect(fault?.detail.contains("RSA with 2048 to 8192 bits") == true)
    }

    @Test(
        "of RSA have the exponent that a JWK needs",
        arguments: [([1, 0, 0, 0, 1], "has no valid `e`"), ([1], nil), ([2], nil), ([0], nil), ([0x81], nil)]
            as [([UInt8], String?)]
    )
    func exponent(_ exponent: [UInt8], detail: String?) {
        let fault = #expect(throws: PublicKeyFault.self) { try JSONWebKey(pem: Self.rsa(256, exponent), kid: nil) }
        if let detail { #expect(fault == PublicKeyFault(detail)) }
    }

    /// The key of RFC 8410, 10.1.
    private static let edwards = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="

    private static func pem(_ label: String, _ text: String) -> String {
        "-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----"
    }

    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)] : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [tag] + length + content
    }

    /// The PEM of a fresh key, and what signs with its private part.
    private static func pair(_ algorithm: TokenAlgorithm) throws -> (pem: String, sign: ([UInt8]) throws -> [UInt8]) {
        switch algorithm {
        case .es256:
            let key = P256.Signing.PrivateKey()
            return (key.publicKey.pemRepresentation, { Array(try key.signature(for: $0).rawRepresentation) })
        case .eddsa:
            let key = Curve25519.Signing.PrivateKey()
            return (key.publicKey.pemRepresentation, { Array(try key.signature(for: $0)) })
        default:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            return (
                key.publicKey.pemRepresentation,
                { Array(try key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation) }
            )
        }
    }
}

extension P256.Signing.PublicKey {
    /// The key with its point in the short form.
    fileprivate var compressedPEM: String {
        let head: [UInt8] = [
            0x30, 0x39, 0x30, 0x13, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1,
            7, 3,
            0x22, 0,
        ]
        let text = Data(head + Array(compressedRepresentation)).base64EncodedString()
        return "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----"
    }
}
