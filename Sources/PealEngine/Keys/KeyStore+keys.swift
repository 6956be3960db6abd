public import PealCore
public import PealStore

extension KeyStore where Self: ChangeStore {
    /// Adds a secret key, for an operator where that is known.
    /// - Throws: ``StoreError``; `constraint` when there is one like it.
    public func add(_ key: SecretKeyRecord, by actor: String? = nil) async throws {
        try await applyPlanned(to: key.app) { _ in (key.adding(by: actor), ()) }
    }

    /// Revokes a secret key, for an operator where that is known; whether there was one.
    public func revoke(_ id: SecretKeyID, app: AppID, by actor: String? = nil, now: Timestamp) async throws -> Bool {
        try await applies(SecretKeyRecord.revocation(of: id, by: actor, at: now), to: app)
    }

    /// Keeps when secret keys were used last; an earlier instant than the stored one changes nothing.
    public func noteUses(_ uses: [SecretKeyUse]) async throws {
        let byApp = Dictionary(grouping: uses, by: \.app).sorted { $0.key < $1.key }
        _ = try await apply(byApp.map { app, uses in ChangeGroup(app: app, uses.map { .key(.noteUse($0)) }) })
    }

    /// Adds a wrapped data key unless the version exists, for an operator where it is a rotation; returns the one in force.
    public func addIfAbsent(_ key: DataKeyRecord, by actor: String? = nil) async throws -> DataKeyRecord {
        try await applyPlanned(to: key.app) { _ in
            DataKeyFacts(of: key.app, among: try await dataKeys()).adding(key, by: actor)
        }
    }

    /// Deletes a data key that a newer one has replaced; whether there was one.
    ///
    /// The newest of an app always stays.
    public func deleteDataKey(app: AppID, version: Int) async throws -> Bool {
        try await applyPlanned(to: app) { _ in
            DataKeyFacts(of: app, among: try await dataKeys()).deleting(version: version)
        }
    }

    /// Wraps every data key again, of all apps in one transaction, and notes for each app that the root key was rotated.
    ///
    /// When `wrap` throws, every key is left as it was.
    /// - Parameters:
    ///   - actor: the operator, where that is known.
    ///   - now: the instant.
    ///   - wrap: wraps a key again.
    /// - Returns: how many there are.
    /// - Throws: ``StoreError``, what `wrap` throws.
    public func rewrapDataKeys(
        by actor: String? = nil,
        at now: Timestamp,
        _ wrap: (DataKeyRecord) throws -> [UInt8]
    ) async throws -> Int {
        for _ in 0..<200 {
            let keys = try await dataKeys()
            let apps = Set(keys.map(\.app))
            let groups = try apps.sorted().map { app in
                let changes = try DataKeyFacts(of: app, among: keys).rewrapping(by: actor, at: now, wrap)
                return ChangeGroup(app: app, [.key(.expectAppsWithDataKeys(apps))] + changes)
            }
            if try await applyTogether(groups) { return keys.count }
        }
        throw StoreError(.overloaded, "data keys are added or deleted all the time")
    }
}
