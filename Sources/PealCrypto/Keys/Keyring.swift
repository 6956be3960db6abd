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
        var byVersion: [UInt32: VersionKeys] = [:]
        /// The version that seals.
        var current: UInt32 = 0
    }
    private struct VersionKeys {
        let sealing, hashing, cursors, nonces: SymmetricKey

        /// The nonce of a cursor: a keyed hash of it and of what it is bound to, so no other one has the same (SIV, RFC 5297).
        func nonce(of cursor: [UInt8], _ binding: Data) -> AES.GCM.Nonce? {
            let message = Data("\(binding.count)|".utf8) + binding + cursor
            let hash = HMAC<SHA256>.authenticationCode(for: message, using: nonces)
            return try? AES.GCM.Nonce(data: Data(hash).prefix(12))
        }
    }

    /// What is sealed; each has a key of its own.
    public enum Purpose: Sendable {
        /// A stored value.
        case storage
        /// A cursor: in the same context the same one has the same sealed form.
        case cursor
    }

    private let apps = Mutex<[AppID: AppKeys]>([:])

    /// Starts empty.
    public init() {}

    /// Installs a version of an app's data key.
    /// - Parameters:
    ///   - key: the key.
    ///   - app: the app.
    ///   - version: counts rotations, from 1.
    ///   - seals: whether it seals from now on, unless a higher version does; an app's first key does in any case.
    public func install(_ key: DataKey, app: AppID, version: Int, seals: Bool = true) {
        let keys = VersionKeys(
            sealing: key.derived("seal", app),
            hashing: key.derived("token-hash", app),
            cursors: key.derived("cursor", app),
            nonces: key.derived("cursor-nonce", app)
        )
        apps.withLock { apps in
            let number = UInt32(version)
            apps[app, default: AppKeys()].byVersion[number] = keys
            let current = apps[app]?.current ?? 0
            if current == 0 || (seals && number > current) { apps[app]?.current = number }
        }
    }

    /// Lets an installed version seal from now on, unless a higher one does; whether that changed anything.
    @discardableResult
    public func activate(version: Int, app: AppID) -> Bool {
        apps.withLock { apps in
            let number = UInt32(version)
            guard var keys = apps[app], keys.byVersion[number] != nil, number > keys.current else { return false }
            keys.current = number
            apps[app] = keys
            return true
        }
    }

    /// Forgets a version that nothing is sealed under any more; the one that seals stays.
    public func forget(version: Int, app: AppID) {
        apps.withLock { apps in
            let number = UInt32(version)
            guard apps[app]?.current != number else { return }
            apps[app]?.byVersion[number] = nil
        }
    }

    /// The installed versions of an app, in order.
    public func versions(of app: AppID) -> [Int] {
        apps.withLock { ($0[app]?.byVersion.keys).map { $0.map(Int.init).sorted() } ?? [] }
    }

    /// The version that seals.
    public func sealingVersion(of app: AppID) -> Int? {
        apps.withLock { $0[app].map { Int($0.current) } }
    }

    /// Under which version bytes were sealed; `nil` when they are too short for any.
    public static func version(of sealed: [UInt8]) -> Int? {
        sealed.count < shortest ? nil : Int(number(of: sealed))
    }

    /// Seals bytes under the app's newest key, or under a version in particular.
    public func seal(
        _ plain: [UInt8],
        app: AppID,
        context: String,
        version wanted: Int? = nil,
        for purpose: Purpose = .storage
    ) throws(CryptoError) -> [UInt8] {
        let found = apps.withLock { apps in
            apps[app].flatMap { keys in
                let number = wanted.map { UInt32($0) } ?? keys.current
                return keys.byVersion[number].map { ($0, number) }
            }
        }
        guard let (keys, version) = found else { throw CryptoError(.unknownKey, "no data key of \(app)") }
        let binding = Self.binding(app, context, version)
        let (key, nonce) =
            purpose == .cursor ? (keys.cursors, keys.nonce(of: plain, binding)) : (keys.sealing, nil)
        guard let box = try? AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: binding) else {
            throw CryptoError(.badKey, "sealing failed")
        }
        var out: [UInt8] = []
        out.reserveCapacity(Self.shortest + plain.count)
        for shift in [24, 16, 8, 0] as [UInt32] { out.append(UInt8(truncatingIfNeeded: version >> shift)) }
        out.append(contentsOf: box.nonce)
        out.append(contentsOf: box.ciphertext)
        out.append(contentsOf: box.tag)
        return out
    }

    /// Opens sealed bytes.
    public func open(
        _ sealed: [UInt8],
        app: AppID,
        context: String,
        for purpose: Purpose = .storage
    ) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= Self.shortest else { throw CryptoError(.notAuthentic, "too short") }
        let version = Self.number(of: sealed)
        guard let keys = apps.withLock({ $0[app]?.byVersion[version] }) else {
            throw CryptoError(.unknownKey, "no data key \(version) of \(app)")
        }
        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(4)),
            let plain = try? AES.GCM.open(
                box,
                using: purpose == .cursor ? keys.cursors : keys.sealing,
                authenticating: Self.binding(app, context, version)
            )
        else { throw CryptoError(.notAuthentic, "the encrypted value was changed or moved") }
        return [UInt8](plain)
    }

    /// The keyed hash by which a token is found again, under the key that seals; useless without the key.
    public func tokenHash(_ token: String, app: AppID, provider: ProviderID) throws(CryptoError) -> [UInt8] {
        try tokenHashes(token, app: app, provider: provider).current
    }

    /// A token's keyed hashes under every live version: while a key is being replaced it may lie under any.
    public func tokenHashes(_ token: String, app: AppID, provider: ProviderID) throws(CryptoError) -> TokenHashes {
        let (keys, current) = apps.withLock { ($0[app]?.byVersion ?? [:], $0[app]?.current ?? 0) }
        guard let newest = keys[current] else { throw CryptoError(.unknownKey, "no data key of \(app)") }
        let message = Data("\(provider.rawValue)|\(TokenIdentity.of(token))".utf8)
        func hash(_ keys: VersionKeys) -> [UInt8] {
            [UInt8](HMAC<SHA256>.authenticationCode(for: message, using: keys.hashing))
        }
        let others = keys.filter { $0.key != current }.sorted { $0.key > $1.key }
        return TokenHashes(version: Int(current), current: hash(newest), others: others.map { hash($0.value) })
    }

    /// Version, nonce and tag, around nothing.
    private static let shortest = 32

    private static func number(of sealed: [UInt8]) -> UInt32 {
        sealed.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    private static func binding(_ app: AppID, _ context: String, _ version: UInt32) -> Data {
        var binding = Data(capacity: app.rawValue.utf8.count + context.utf8.count + 12)
        binding.append(contentsOf: app.rawValue.utf8)
        binding.append(UInt8(ascii: "|"))
        binding.append(contentsOf: context.utf8)
        binding.append(UInt8(ascii: "|"))
        binding.append(contentsOf: String(version).utf8)
        return binding
    }
}
