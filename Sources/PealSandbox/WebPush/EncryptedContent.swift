import Crypto

/// A body in the content encoding `aes128gcm` (RFC 8188), as a browser reads it.
struct EncryptedContent {
    let salt: [UInt8]
    let recordSize: Int
    /// The sender's public key, in Web Push.
    let keyID: [UInt8]
    private let records: ArraySlice<UInt8>

    /// `nil` when the header is none.
    init?(_ body: [UInt8]) {
        guard body.count > 21 else { return nil }
        salt = Array(body[..<16])
        recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let length = Int(body[20])
        guard recordSize >= 18, body.count > 21 + length else { return nil }
        keyID = Array(body[21..<(21 + length)])
        records = body[(21 + length)...]
    }

    /// The text; `nil` when a record was changed, cut or put together wrongly.
    func open(inputKey: [UInt8]) -> [UInt8]? {
        let key = Self.hmac(salt, inputKey)
        let contentKey = SymmetricKey(data: Self.hmac(key, Self.info("aes128gcm")).prefix(16))
        let nonceBase = Array(Self.hmac(key, Self.info("nonce")).prefix(12))
        var text: [UInt8] = []
        var rest = records
        var number: UInt64 = 0
        while !rest.isEmpty {
            let record = rest.prefix(recordSize)
            rest = rest.dropFirst(recordSize)
            guard record.count > 16, let nonce = try? AES.GCM.Nonce(data: Self.nonce(nonceBase, number)),
                let box = try? AES.GCM.SealedBox(
                    nonce: nonce,
                    ciphertext: record.dropLast(16),
                    tag: record.suffix(16)
                ),
                let padded = (try? AES.GCM.open(box, using: contentKey)).map({ Array($0) }),
                // The last byte that is not zero ends the text: 2 in the last record, 1 in every other.
                let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == (rest.isEmpty ? 2 : 1)
            else { return nil }
            text += padded[..<end]
            number += 1
        }
        return number > 0 ? text : nil
    }

    /// The key two strangers share by a message's key, the browser's key and its secret (RFC 8291, 3.3).
    static func inputKey(
        privateKey: P256.KeyAgreement.PrivateKey,
        publicBytes: [UInt8],
        auth: [UInt8],
        senderBytes: [UInt8]
    ) -> [UInt8]? {
        guard let sender = try? P256.KeyAgreement.PublicKey(x963Representation: senderBytes),
            let secret = try? privateKey.sharedSecretFromKeyAgreement(with: sender)
        else { return nil }
        let info = Array("WebPush: info".utf8) + [0] + publicBytes + senderBytes + [1]
        return hmac(hmac(auth, secret.withUnsafeBytes { Array($0) }), info)
    }

    private static func info(_ name: String) -> [UInt8] { Array("Content-Encoding: \(name)".utf8) + [0, 1] }

    private static func nonce(_ base: [UInt8], _ number: UInt64) -> [UInt8] {
        var nonce = base
        for index in 0..<8 { nonce[11 - index] ^= UInt8(truncatingIfNeeded: number >> UInt64(8 * index)) }
        return nonce
    }

    private static func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
    }
}
