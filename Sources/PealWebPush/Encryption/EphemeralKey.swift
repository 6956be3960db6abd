import Crypto

/// What is fresh in every message: a key pair and a salt (RFC 8291, 3.1).
struct EphemeralKey: Sendable {
    let privateKey: P256.KeyAgreement.PrivateKey
    let publicBytes: [UInt8]
    let salt: [UInt8]

    init(privateKey: P256.KeyAgreement.PrivateKey, salt: [UInt8]) {
        self.privateKey = privateKey
        publicBytes = Array(privateKey.publicKey.x963Representation)
        self.salt = salt
    }

    /// Both from the system's generator of randomness.
    static func fresh() -> EphemeralKey {
        EphemeralKey(
            privateKey: P256.KeyAgreement.PrivateKey(),
            salt: SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        )
    }
}
