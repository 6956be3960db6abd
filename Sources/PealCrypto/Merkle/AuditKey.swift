import Crypto
import Foundation
import PealCore

/// The key that signs checkpoints of audit logs (Ed25519).
public struct AuditKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey
    /// What its signatures are verified with.
    public let verification: AuditVerificationKey

    /// Reads 32 bytes in base64.
    public init(base64 text: String) throws(CryptoError) {
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)),
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        else { throw CryptoError(.badKey, "the audit key must be 32 bytes in base64") }
        self.key = key
        verification = AuditVerificationKey(name: "peal-audit", publicKey: [UInt8](key.publicKey.rawRepresentation))
    }

    /// A fresh key in base64.
    public static func generate() -> String {
        Curve25519.Signing.PrivateKey().rawRepresentation.base64EncodedString()
    }

    func sign(_ text: String) throws -> [UInt8] { [UInt8](try key.signature(for: Data(text.utf8))) }
}

/// What signatures of checkpoints are verified with, in the form of signed notes: `name+number+key`.
public struct AuditVerificationKey: Sendable, Equatable {
    /// Who signs.
    public let name: String
    /// The public key.
    public let publicKey: [UInt8]

    /// Says that a key is of Ed25519.
    private static let algorithm: UInt8 = 1

    init(name: String, publicKey: [UInt8]) {
        self.name = name
        self.publicKey = publicKey
    }

    /// Reads the printed form; `nil` when it is damaged.
    public init?(_ text: String) {
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .split(separator: "+", maxSplits: 2).map(String.init)
        guard parts.count == 3, let bytes = Data(base64Encoded: parts[2]), bytes.count == 33,
            bytes.first == Self.algorithm
        else { return nil }
        self.init(name: parts[0], publicKey: [UInt8](bytes.dropFirst()))
        guard parts[1] == hexNumber else { return nil }
    }

    /// The printed form.
    public var text: String {
        "\(name)+\(hexNumber)+\(Data([Self.algorithm] + publicKey).base64EncodedString())"
    }

    /// The four bytes by which a signature names its key.
    var number: [UInt8] {
        Array(Digest.sha256(Array(name.utf8) + [UInt8(ascii: "\n"), Self.algorithm] + publicKey).prefix(4))
    }

    private var hexNumber: String { Hexadecimal.text(number) }

    func isValid(_ signature: [UInt8], of message: Data) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
