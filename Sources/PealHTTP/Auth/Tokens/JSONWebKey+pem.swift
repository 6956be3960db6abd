import Foundation
import JWTKit

extension JSONWebKey {
    /// Reads a public key in PEM (RFC 7468, 13): one on P-256 or Ed25519, or one of RSA.
    /// - Parameters:
    ///   - pem: the text of the file.
    ///   - kid: the `kid` that tokens name it by.
    /// - Throws: ``PublicKeyFault`` for anything else.
    public init(pem: String, kid: String?) throws(PublicKeyFault) {
        self.init(kid: kid, material: try Self.material(of: try Self.strict(pem)))
    }

    /// The PEM of the one public key in a text, in the strict form of RFC 7468.
    private static func strict(_ pem: String) throws(PublicKeyFault) -> String {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        let labels = lines.filter { $0.hasPrefix("-----BEGIN ") }
        guard labels.count < 2 else { throw PublicKeyFault("has more than one key; write a JWK set (jwks) instead") }
        guard labels.allSatisfy({ !$0.contains("PRIVATE KEY") }) else {
            throw PublicKeyFault("is a private key; Peal needs the public part only: `openssl pkey -pubout`")
        }
        guard lines.first == "-----BEGIN PUBLIC KEY-----", lines.last == "-----END PUBLIC KEY-----", lines.count > 2,
            let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined())
        else {
            throw PublicKeyFault("is not a public key in PEM, which begins with -----BEGIN PUBLIC KEY-----")
        }
        let text = bytes.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "\(lines[0])\n\(text)\n\(lines[lines.count - 1])"
    }

    private static func material(of pem: String) throws(PublicKeyFault) -> Material {
        if let key = try? ES256PublicKey(pem: pem), let point = key.parameters, let x = Data(base64Encoded: point.x),
            let y = Data(base64Encoded: point.y)
        {
            return .p256(x: Array(x), y: Array(y))
        }
        if let key = try? EdDSA.PublicKey(pem: pem) { return .ed25519(Array(key.rawRepresentation)) }
        guard let numbers = try? Insecure.RSA.PublicKey(pem: pem).getKeyPrimitives() else {
            throw PublicKeyFault(
                "is damaged, or of a kind that no accepted algorithm uses; make one on P-256 or Ed25519, or RSA with 2048 "
                    + "to 8192 bits"
            )
        }
        let (modulus, exponent) = (Array(numbers.modulus), Array(numbers.publicExponent))
        if let fault = rsaFault(modulus: modulus, exponent: exponent) { throw PublicKeyFault(fault) }
        return .rsa(modulus: modulus, exponent: exponent)
    }
}
