import PealCore
import PealCrypto
import PealStore

/// Seals one page of an app's tokens or trigger data anew.
struct Resealing {
    private static let devicesPerStep = 500
    private static let triggersPerStep = 200

    let store: any SealedStore
    let keyring: Keyring
    let app: AppID
    let version: Int

    /// Does the next page; whether there is more.
    func step(_ walk: inout ResealWalk) async throws -> Bool {
        switch walk.place {
        case .devices(let after):
            let page = try await store.sealedTokens(app: app, after: after, limit: Self.devicesPerStep)
            let fresh = page.compactMap { reseal($0.sealed, of: $0, token, &walk) }
            if !fresh.isEmpty { _ = try await store.replace(fresh, app: app) }
            let isLast = page.count < Self.devicesPerStep
            walk.place = isLast ? .triggers(before: nil) : .devices(after: page.last?.id)
        case .triggers(let before):
            let page = try await store.sealedData(app: app, before: before, limit: Self.triggersPerStep)
            let fresh = page.compactMap { reseal($0.sealed, of: $0, data, &walk) }
            if !fresh.isEmpty { _ = try await store.replace(fresh, app: app) }
            let isLast = page.count < Self.triggersPerStep
            walk.place = isLast ? .end : .triggers(before: page.last?.id)
        case .end: return false
        }
        return walk.place != .end
    }

    /// What takes a value's place; `nil` when it lies under the right key, or under one that is gone.
    private func reseal<Value>(
        _ sealed: [UInt8],
        of value: Value,
        _ make: (Value) throws -> Value,
        _ walk: inout ResealWalk
    ) -> Resealed<Value>? {
        guard let found = Keyring.version(of: sealed), walk.older.contains(found) else { return nil }
        do {
            let fresh = try make(value)
            walk.moved += 1
            return Resealed(old: value, new: fresh)
        } catch {
            walk.unreadable += 1
            walk.needed.insert(found)
            return nil
        }
    }

    private func token(_ old: SealedToken) throws -> SealedToken {
        let context = old.id.description
        let plain = try keyring.open(old.sealed, app: app, context: context)
        let hashes = try keyring.tokenHashes(String(decoding: plain, as: UTF8.self), app: app, provider: old.provider)
        guard hashes.version == version else { throw CryptoError(.unknownKey, "the sealing key has changed") }
        var fresh = old
        fresh.sealed = try keyring.seal(plain, app: app, context: context, version: version)
        fresh.hash = hashes.current
        return fresh
    }

    private func data(_ old: SealedData) throws -> SealedData {
        let context = old.id.description
        let plain = try keyring.open(old.sealed, app: app, context: context)
        return SealedData(id: old.id, sealed: try keyring.seal(plain, app: app, context: context, version: version))
    }
}
