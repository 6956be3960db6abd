import Crypto
import Foundation

/// A key of one user alone: what it seals can be read by nobody once the key is deleted.
public struct UserSecret: Sendable {
    /// The key, 32 bytes.
    public let bytes: [UInt8]

    /// Wraps a key.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// A fresh key.
    public static func generate() -> UserSecret {
        UserSecret(bytes: SymmetricKey(size: .bits256).withUnsafeBytes { [UInt8]($0) })
    }

    /// Seals bytes, as base64.
    public func seal(_ plain: [UInt8]) throws(CryptoError) -> String {
        guard let sealed = (try? AES.GCM.seal(plain, using: SymmetricKey(data: bytes)))?.combined else {
            throw CryptoError(.badKey, "sealing failed")
        }
        return sealed.base64EncodedString()
    }

    /// Opens what was sealed.
    public func open(_ sealed: String) throws(CryptoError) -> [UInt8] {
        guard let combined = Data(base64Encoded: sealed), let box = try? AES.GCM.SealedBox(combined: combined),
            let plain = try? AES.GCM.open(box, using: SymmetricKey(data: bytes))
        else { throw CryptoError(.notAuthentic, "the encrypted value was changed") }
        return [UInt8](plain)
    }
}
