package import PealCore
import PealCrypto
import PealEngine
package import PealStore

/// Adds a version to an app's data key; safe while a server is running.
package struct DataKeyRotation {
    let custody: RootKeyCustody
    let store: any KeyStore & ChangeStore
    /// The operator, where that is known.
    let actor: String?
    let now: Timestamp

    package init(custody: RootKeyCustody, store: any KeyStore & ChangeStore, by actor: String? = nil, now: Timestamp) {
        self.custody = custody
        self.store = store
        self.actor = actor
        self.now = now
    }

    /// Adds the next version; which one it is.
    package func rotate(_ app: AppID) async throws -> Int {
        let lock = try await KeyLock.acquire(directory: custody.directory)
        defer { lock.release() }
        let records = try await store.dataKeys()
        let root = try custody.resolve(records)
        let live = records.filter { $0.app == app }.map(\.version)
        guard let newest = live.max() else {
            throw ServerError(
                .keys,
                "\(app) has no data key yet; the server creates it when it serves the app for the first time"
            )
        }
        guard live.count < DataKeyLife.mostVersions else {
            throw ServerError(
                .keys,
                "\(app) has \(live.count) data keys already; run the server until it has replaced the older ones"
            )
        }
        let version = newest + 1
        let record = DataKeyRecord(
            app: app,
            version: version,
            wrapped: try root.wrap(.generate(), app: app, version: version),
            createdAt: now
        )
        guard try await store.addIfAbsent(record, by: actor) == record else {
            throw ServerError(
                .keys,
                "another command rotated the data key of \(app) at the same time; try again if you need one more rotation"
            )
        }
        return version
    }
}
