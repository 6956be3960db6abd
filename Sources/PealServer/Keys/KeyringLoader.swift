import PealCore
import PealCrypto
import PealStore

/// Opens every app's data keys with the root key, making the first one of a new app.
struct KeyringLoader {
    let rootKey: RootKey
    let store: any KeyStore
    let now: Timestamp

    func load(apps: [AppID]) async throws -> Keyring {
        let keyring = Keyring()
        var known: Set<AppID> = []
        for record in try await store.dataKeys() {
            keyring.install(
                try rootKey.unwrap(record.wrapped, app: record.app, version: record.version),
                app: record.app,
                version: record.version
            )
            known.insert(record.app)
        }
        for app in apps where !known.contains(app) {
            let fresh = DataKey.generate()
            let record = DataKeyRecord(
                app: app,
                version: 1,
                wrapped: try rootKey.wrap(fresh, app: app, version: 1),
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
