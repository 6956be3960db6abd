import Crypto
import Foundation
import NIOCore
import NIOSSL

/// The certificate of simulators that speak TLS, and the root that vouches for it; both are new in every run.
///
/// Crypto gives keys, signatures and DER of keys; the rest of a certificate (RFC 5280) is written here.
public struct SandboxCertificate: Sendable {
    /// What clients have to trust.
    public let rootPEM: String
    /// The server's side of TLS: 1.2 or newer.
    private let configuration: TLSConfiguration

    /// Makes a root, and a certificate for `localhost` and 127.0.0.1.
    /// - Throws: what keeps it from making a key.
    public init(random: () -> UInt64) throws {
        let rootKey = P256.Signing.PrivateKey()
        let leafKey = P256.Signing.PrivateKey()
        let issuer = DER.name("Peal sandbox root")
        let rootIdentifier = Self.identifier(of: rootKey)
        let root = try Self.certificate(
            serial: random(),
            issuer: issuer,
            subject: issuer,
            key: rootKey.publicKey,
            extensions: [
                DER.extension([0x55, 0x1D, 0x13], isCritical: true, DER.sequence(DER.value(0x01, [0xFF]))),
                // keyCertSign, cRLSign
                DER.extension([0x55, 0x1D, 0x0F], isCritical: true, DER.value(0x03, [0x01, 0x06])),
                DER.extension([0x55, 0x1D, 0x0E], DER.value(0x04, rootIdentifier)),
            ],
            signedBy: rootKey
        )
        let names = DER.value(0x82, Array("localhost".utf8)) + DER.value(0x87, [127, 0, 0, 1])
        let leaf = try Self.certificate(
            serial: random(),
            issuer: issuer,
            subject: DER.name("localhost"),
            key: leafKey.publicKey,
            extensions: [
                // digitalSignature
                DER.extension([0x55, 0x1D, 0x0F], isCritical: true, DER.value(0x03, [0x07, 0x80])),
                DER.extension([0x55, 0x1D, 0x23], DER.sequence(DER.value(0x80, rootIdentifier))),
                DER.extension([0x55, 0x1D, 0x0E], DER.value(0x04, Self.identifier(of: leafKey))),
                DER.extension([0x55, 0x1D, 0x11], DER.sequence(names)),
            ],
            signedBy: rootKey
        )
        let base64 = Data(root).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        rootPEM = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: leaf, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(leafKey.pemRepresentation.utf8), format: .pem))
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.shutdownTimeout = .seconds(1)
        self.configuration = configuration
    }

    /// The server's side of TLS for a protocol by its name in ALPN.
    func context(speaking name: String) throws -> NIOSSLContext {
        var configuration = configuration
        configuration.applicationProtocols = [name]
        return try NIOSSLContext(configuration: configuration)
    }

    private static func identifier(of key: P256.Signing.PrivateKey) -> [UInt8] {
        Array(SHA256.hash(data: key.publicKey.x963Representation).prefix(20))
    }

    private static func certificate(
        serial: UInt64,
        issuer: [UInt8],
        subject: [UInt8],
        key: P256.Signing.PublicKey,
        extensions: [[UInt8]],
        signedBy issuerKey: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        // ecdsa-with-SHA256
        let algorithm = DER.sequence(DER.value(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
        let number = (0..<8).map { UInt8(truncatingIfNeeded: serial >> (56 - 8 * $0)) }
        // Valid always: the machine's clock is no matter of a sandbox.
        let validity = DER.value(0x17, Array("200101000000Z".utf8)) + DER.value(0x18, Array("21200101000000Z".utf8))
        let body = DER.sequence(
            DER.value(0xA0, DER.value(0x02, [2])) + DER.value(0x02, [0x01] + number) + algorithm + issuer
                + DER.sequence(validity) + subject + Array(key.derRepresentation)
                + DER.value(0xA3, DER.sequence(extensions.flatMap(\.self)))
        )
        let signature = try issuerKey.signature(for: body).derRepresentation
        return DER.sequence(body + algorithm + DER.value(0x03, [0x00] + signature))
    }
}

/// The few shapes of DER (X.690) a certificate is made of.
private enum DER {
    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
        return [tag, 0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] + content
    }

    static func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }

    /// A distinguished name of a common name alone.
    static func name(_ commonName: String) -> [UInt8] {
        sequence(value(0x31, sequence(value(0x06, [0x55, 0x04, 0x03]) + value(0x0C, Array(commonName.utf8)))))
    }

    static func `extension`(_ identifier: [UInt8], isCritical: Bool = false, _ content: [UInt8]) -> [UInt8] {
        sequence(value(0x06, identifier) + (isCritical ? value(0x01, [0xFF]) : []) + value(0x04, content))
    }
}
