import Foundation

extension JSONWebKey {
    /// Reads a public key in PEM (RFC 7468, 13): one on P-256 or Ed25519, or one of RSA.
    /// - Parameters:
    ///   - pem: the text of the file.
    ///   - kid: the `kid` that tokens name it by.
    /// - Throws: ``PublicKeyFault`` for anything else.
    public init(pem: String, kid: String?) throws(PublicKeyFault) {
        self.init(kid: kid, material: try Self.material(of: try Self.publicKeyInfo(pem)))
    }

    /// The bytes between the lines that enclose a public key.
    private static func publicKeyInfo(_ pem: String) throws(PublicKeyFault) -> [UInt8] {
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
        return Array(bytes)
    }

    /// The key of a `SubjectPublicKeyInfo` (RFC 5280, 4.1.2.7; RFC 5480, 2; RFC 8410, 4; RFC 3279, 2.3.1).
    private static func material(of info: [UInt8]) throws(PublicKeyFault) -> Material {
        let broken = PublicKeyFault("is damaged; export it again")
        var reader = DERReader(info)
        guard var parts = reader.sequence(), reader.isAtEnd, var algorithm = parts.sequence(),
            let name = algorithm.content(.identifier), let bits = parts.content(.bitString), bits.first == 0,
            parts.isAtEnd
        else { throw broken }
        let key = Array(bits.dropFirst())
        switch (Array(name), algorithm.content(.identifier).map { Array($0) }) {
        case (curvePoint, p256):
            // An uncompressed point.
            guard key.count == 65, key[0] == 4 else { throw broken }
            return .p256(x: Array(key[1..<33]), y: Array(key[33...]))
        case (ed25519, nil):
            guard key.count == 32 else { throw broken }
            return .ed25519(key)
        case (rsa, nil):
            var numbers = DERReader(key)
            guard var pair = numbers.sequence(), numbers.isAtEnd, let modulus = pair.integer(),
                let exponent = pair.integer(), pair.isAtEnd
            else { throw broken }
            if let fault = rsaFault(modulus: modulus, exponent: exponent) { throw PublicKeyFault(fault) }
            return .rsa(modulus: modulus, exponent: exponent)
        default:
            throw PublicKeyFault("is of a kind that no accepted algorithm uses; make one on P-256 or Ed25519, or RSA")
        }
    }

    private static let curvePoint: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    private static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    private static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
    private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
}
