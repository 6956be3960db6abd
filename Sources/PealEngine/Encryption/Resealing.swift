import PealCore
import PealCrypto
import PealStore

/// Seals one page of an app's tokens, or of its other sealed values, again.
struct Resealing {
    private static let devicesPerStep = 500
    private static let rowsPerStep = 200

    let store: any SealedStore & ChangeStore
    let keyring: Keyring
    let app: AppID
    let version: Int
    let now: Timestamp

    /// Does the next page; whether there is more.
    func step(_ walk: inout ResealWalk) async throws -> Bool {
        switch walk.position {
        case .devices(let after):
            let page = try await store.sealedTokens(app: app, after: after, limit: Self.devicesPerStep)
            let fresh = page.compactMap { reseal($0.sealed, of: $0, token, &walk) }
            if !fresh.isEmpty { try await replace(fresh) }
            let isLast = page.count < Self.devicesPerStep
            walk.position = isLast ? Self.kind(after: nil) : .devices(after: page.last?.id)
        case .values(let kind, after: let last):
            let page = try await store.sealedValues(of: kind, app: app, after: last, limit: Self.rowsPerStep)
            let fresh = page.values.compactMap { reseal($0.sealed, of: $0, value, &walk) }
            if !fresh.isEmpty { _ = try await store.replace(fresh, app: app) }
            walk.position = page.next.map { .values(kind, after: $0) } ?? Self.kind(after: kind)
        case .end: return false
        }
        return walk.position != .end
    }

    /// Stores tokens under the new key.
    ///
    /// What changed meanwhile is left as it is: the next walk meets it again.
    private func replace(_ tokens: [Resealed<SealedToken>]) async throws {
        let holders = try await store.holders(of: tokens.map(\.new), app: app)
        let updates = tokens.map { TokenUpdate(of: $0.old, to: $0.new, holder: holders[$0.old.id], at: now) }
        _ = try await store.apply(updates.map { ChangeGroup(app: app, [.token($0)]) })
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

    private func value(_ old: SealedValue) throws -> SealedValue {
        let context = old.column.context
        let plain = try keyring.open(old.sealed, app: app, context: context)
        return SealedValue(old.column, try keyring.seal(plain, app: app, context: context, version: version))
    }

    /// Where the walk goes on after a kind of rows; `nil` comes before the first.
    private static func kind(after kind: SealedKind?) -> ResealWalk.Position {
        let kinds = SealedKind.allCases
        let next = kind.flatMap { kinds.firstIndex(of: $0) }.map { $0 + 1 } ?? kinds.startIndex
        return next < kinds.endIndex ? .values(kinds[next], after: nil) : .end
    }
}
