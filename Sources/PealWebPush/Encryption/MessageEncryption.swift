import Crypto

/// Encrypts a message for one browser: `aes128gcm` with a key only the two share (RFC 8188, RFC 8291).
enum MessageEncryption {
    /// The body every push service has to take (RFC 8030, 7.2).
    static let bodyLimit = 4096
    /// Salt, record size, length of the key, key.
    static let headerSize = 16 + 4 + 1 + 65
    private static let tagSize = 16
    /// A record holds the text, one byte that ends it, and padding.
    static let recordLimit = bodyLimit - headerSize - tagSize
    /// The longest text.
    static let textLimit = recordLimit - 1

    private static let bucket = 256

    /// How long the record of a text is made, so that its length says little about the text.
    static func paddedLength(ofText count: Int) -> Int {
        min((count + 1 + bucket - 1) / bucket * bucket, recordLimit)
    }

    /// The request's body.
    /// - Throws: when the cryptography refuses the keys.
    static func seal(
        _ text: [UInt8],
        recordLength: Int,
        for subscription: WebPushSubscription,
        with key: EphemeralKey
    ) throws -> [UInt8] {
        let secret = try key.privateKey.sharedSecretFromKeyAgreement(with: subscription.publicKey)
        let secretBytes = secret.withUnsafeBytes { Array($0) }
        let inputKey = hmac(
            key: hmac(key: subscription.auth, secretBytes),
            Array("WebPush: info".utf8) + [0] + subscription.publicBytes + key.publicBytes + [1]
        )
        let pseudoRandomKey = hmac(key: key.salt, inputKey)
        let contentKey = hmac(key: pseudoRandomKey, contentKeyInfo).prefix(16)
        let nonce = hmac(key: pseudoRandomKey, nonceInfo).prefix(12)

        var record = text
        record.reserveCapacity(max(recordLength, text.count + 1))
        record.append(2)  // the last record's delimiter
        if record.count < recordLength {
            record.append(contentsOf: repeatElement(0, count: recordLength - record.count))
        }
        let sealed = try AES.GCM.seal(
            record,
            using: SymmetricKey(data: contentKey),
            nonce: try AES.GCM.Nonce(data: nonce)
        )
        var body: [UInt8] = []
        body.reserveCapacity(headerSize + record.count + tagSize)
        body += key.salt
        body += [0, 0, 0x10, 0]  // record size 4096
        body.append(65)
        body += key.publicBytes
        body += sealed.ciphertext
        body += sealed.tag
        return body
    }

    private static let contentKeyInfo = Array("Content-Encoding: aes128gcm".utf8) + [0, 1]
    private static let nonceInfo = Array("Content-Encoding: nonce".utf8) + [0, 1]

    private static func hmac(key: [UInt8], _ data: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
    }
}
