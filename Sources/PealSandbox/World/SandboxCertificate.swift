import Crypto
import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// The certificate of simulators that speak TLS, and the root that vouches for it; both are new in every run.
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
        let rootIdentifier = Self.identifier(of: rootKey)
        let issuer = try DistinguishedName { CommonName("Peal sandbox root") }
        let root = try Self.certificate(
            serial: random(),
            issuer: issuer,
            subject: issuer,
            key: rootKey,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(keyIdentifier: rootIdentifier)
            },
            signedBy: rootKey
        )
        let names: [GeneralName] = [
            .dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
        ]
        let leaf = try Self.certificate(
            serial: random(),
            issuer: issuer,
            subject: DistinguishedName { CommonName("localhost") },
            key: leafKey,
            extensions: Certificate.Extensions {
                Critical(KeyUsage(digitalSignature: true))
                AuthorityKeyIdentifier(keyIdentifier: rootIdentifier)
                SubjectKeyIdentifier(keyIdentifier: Self.identifier(of: leafKey))
                SubjectAlternativeNames(names)
            },
            signedBy: rootKey
        )
        rootPEM = try root.serializeAsPEM().pemString + "\n"
        let chain = try NIOSSLCertificate(bytes: leaf.serializeAsPEM().derBytes, format: .der)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(chain)],
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

    private static func identifier(of key: P256.Signing.PrivateKey) -> ArraySlice<UInt8> {
        Array(SHA256.hash(data: key.publicKey.x963Representation)).prefix(20)
    }

    /// A certificate that is valid from 2020 to 2120: the machine's clock is no matter of a sandbox.
    private static func certificate(
        serial: UInt64,
        issuer: DistinguishedName,
        subject: DistinguishedName,
        key: P256.Signing.PrivateKey,
        extensions: Certificate.Extensions,
        signedBy issuerKey: P256.Signing.PrivateKey
    ) throws -> Certificate {
        // A first byte of 1: positive, and as long for every number.
        let number = [1] + (0..<8).map { UInt8(truncatingIfNeeded: serial >> (56 - 8 * $0)) }
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: number),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_577_836_800),
            notValidAfter: Date(timeIntervalSince1970: 4_733_510_400),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuerKey)
        )
    }
}
