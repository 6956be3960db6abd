import Crypto
import Foundation
public import PealCore
import Synchronization

/// Seals and opens with the data keys of all apps, and finds tokens again by keyed hash (design §8).
///
/// Sealed form: key version (4 bytes, big endian), nonce (12), ciphertext, tag (16). The additional data is
/// app‖context‖version, so that a sealed value opens only where it was put.
public final class Keyring: Sendable {
    private struct AppKeys {
        var byVersion: [UInt32: SymmetricKey] = [:]
        var current: UInt32 = 0
        var hashKey: SymmetricKey?
    }
    private let apps = Mutex<[AppID: AppKeys]>([:])

    /// Starts empty.
    public init() {}

    /// Installs a version of an app's data key; the highest version seals, and the first one also keys the hashes.
    public func install(_ key: DataKey, app: AppID, version: Int) {
        apps.withLock { apps in
            let number = UInt32(version)
            apps[app, default: AppKeys()].byVersion[number] = key.symmetric
            if number > apps[app]?.current ?? 0 { apps[app]?.current = number }
            if number == 1 {
                apps[app]?.hashKey = HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: key.symmetric,
                    info: Data("token-hash|\(app)".utf8),
                    outputByteCount: 32
                )
            }
        }
    }

    /// Seals bytes under the app's newest key.
    public func seal(_ plain: [UInt8], app: AppID, context: String) throws(CryptoError) -> [UInt8] {
        let found = apps.withLock { apps in
            apps[app].flatMap { keys in keys.byVersion[keys.current].map { ($0, keys.current) } }
        }
        guard let (key, version) = found else { throw CryptoError(.unknownKey, "no data key of \(app)") }
        let binding = Self.binding(app, context, version)
        guard let combined = (try? AES.GCM.seal(plain, using: key, authenticating: binding))?.combined else {
            throw CryptoError(.badKey, "sealing failed")
        }
        var out: [UInt8] = []
        out.reserveCapacity(4 + combined.count)
        for shift in [24, 16, 8, 0] as [UInt32] { out.append(UInt8(truncatingIfNeeded: version >> shift)) }
        out.append(contentsOf: combined)
        return out
    }

    /// Opens sealed bytes.
    public func open(_ sealed: [UInt8], app: AppID, context: String) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= 32 else { throw CryptoError(.notAuthentic, "too short") }
        let version = sealed.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let key = apps.withLock({ $0[app]?.byVersion[version] }) else {
            throw CryptoError(.unknownKey, "no data key \(version) of \(app)")
        }
        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(4)),
            let plain = try? AES.GCM.open(box, using: key, authenticating: Self.binding(app, context, version))
        else { throw CryptoError(.notAuthentic, "the sealed value was changed or moved") }
        return [UInt8](plain)
    }

    /// The keyed hash by which a token is found again; useless without the key.
    public func tokenHash(_ token: String, app: AppID, provider: ProviderID) throws(CryptoError) -> [UInt8] {
        guard let key = apps.withLock({ $0[app]?.hashKey }) else {
            throw CryptoError(.unknownKey, "no data key of \(app)")
        }
        return [UInt8](HMAC<SHA256>.authenticationCode(for: Data("\(provider.rawValue)|\(token)".utf8), using: key))
    }

    private static func binding(_ app: AppID, _ context: String, _ version: UInt32) -> Data {
        Data("\(app)|\(context)|\(version)".utf8)
    }
}
