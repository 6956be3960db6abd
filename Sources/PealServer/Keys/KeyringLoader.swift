import PealCore
import PealCrypto
import PealEngine
import PealStore

/// Opens every app's data keys with the root key, making the first one of a new app.
struct KeyringLoader {
    let rootKey: RootKey
    let store: any KeyStore & ChangeStore
    let now: Timestamp
    /// Where the root key stands; `nil` in a sandbox, whose root key is never rotated.
    var custody: RootKeyCustody?

    func load(apps: [AppID]) async throws -> Keyring {
        guard let custody else { return try await load(apps, rootKey: rootKey, records: store.dataKeys()) }
        let lock = try await KeyLock.acquire(directory: custody.directory)
        defer { lock.release() }
        let records = try await store.dataKeys()
        let noted = try await store.rootKeyFingerprint()
        let key = try custody.resolve(records, noted: noted)
        if key.fingerprint != noted { try await store.noteRootKey(key.fingerprint) }
        return try await load(apps, rootKey: key, records: records)
    }

    private func load(_ apps: [AppID], rootKey: RootKey, records: [DataKeyRecord]) async throws -> Keyring {
        let keyring = Keyring()
        for (app, versions) in Dictionary(grouping: records, by: \.app) {
            for record in versions.sorted(by: { $0.version < $1.version }) {
                let key = try rootKey.unwrap(record.wrapped, app: app, version: record.version)
                keyring.install(key, app: app, version: record.version, seals: false)
            }
            let sealing = DataKeyLife.sealing(versions.map { ($0.version, $0.createdAt) }, now: now)
            if let sealing { keyring.activate(version: sealing, app: app) }
        }
        let known = Set(records.map(\.app))
        for app in apps where !known.contains(app) {
            let record = DataKeyRecord(
                app: app,
                version: 1,
                wrapped: try rootKey.wrap(.generate(), app: app, version: 1),
                createdAt: now
            )
            let inForce = try await store.addIfAbsent(record)
            keyring.install(
                try rootKey.unwrap(inForce.wrapped, app: app, version: inForce.version),
                app: app,
                version: inForce.version
            )
        }
        return keyring
    }
}
