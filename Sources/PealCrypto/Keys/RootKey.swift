import Crypto
import Foundation
public import PealCore

/// The installation's one secret of rest: it wraps every app's data key and is kept outside the database.
public struct RootKey: Sendable {
    let key: SymmetricKey

    /// Reads 32 bytes in base64.
    public init(base64 text: String) throws(CryptoError) {
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes.count == 32
        else {
            throw CryptoError(.badKey, "the root key must be 32 bytes in base64; `peal init` writes one")
        }
        key = SymmetricKey(data: bytes)
    }

    /// A fresh root key in base64.
    public static func generate() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    }

    /// Names the key without telling it: eight hexadecimal digits to compare.
    public var fingerprint: String {
        let hash = key.withUnsafeBytes { bytes in SHA256.hash(data: Data("peal root key|".utf8) + Data(bytes)) }
        return Hexadecimal.text(Array(hash).prefix(4))
    }

    /// Wraps an app's data key, bound to the app and the version.
    public func wrap(_ dataKey: DataKey, app: AppID, version: Int) throws(CryptoError) -> [UInt8] {
        let binding = Self.binding(app, version)
        guard let box = try? AES.GCM.seal(dataKey.bytes, using: key, authenticating: binding), let sealed = box.combined
        else {
            throw CryptoError(.badKey, "the data key of \(app) cannot be encrypted")
        }
        return [UInt8](sealed)
    }

    /// Opens an app's data key.
    public func unwrap(_ wrapped: [UInt8], app: AppID, version: Int) throws(CryptoError) -> DataKey {
        guard let box = try? AES.GCM.SealedBox(combined: wrapped),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Self.binding(app, version))
        else {
            throw CryptoError(
                .notAuthentic,
                "the root key does not decrypt the data key of \(app); check that it is the right one"
            )
        }
        return DataKey(bytes: bytes)
    }

    private static func binding(_ app: AppID, _ version: Int) -> Data { Data("data-key|\(app)|\(version)".utf8) }
}

/// An app's key, in clear only in memory.
public struct DataKey: Sendable {
    let bytes: Data

    init(bytes: Data) { self.bytes = bytes }

    /// A fresh key of 256 bits.
    public static func generate() -> DataKey {
        DataKey(bytes: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }

    /// The key for one purpose in one app (HKDF-SHA-256): the data key itself neither seals nor hashes.
    func derived(_ purpose: String, _ app: AppID) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes),
            info: Data("\(purpose)|\(app)".utf8),
            outputByteCount: 32
        )
    }
}
