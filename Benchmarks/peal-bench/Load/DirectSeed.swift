import Foundation
import JudgeKit
import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealSQLite

/// Puts many users straight into the store, through the ports the server uses, while no server runs.
struct DirectSeed {
    let store: SQLiteStore
    let keyring: Keyring
    let app: AppID

    private static let atOnce = 400

    /// Opens the store and the app's data key.
    init(installation: Installation, app: String) async throws {
        try await self.init(database: installation.database.path, rootKey: installation.rootKey, app: app)
    }

    /// Opens a store file, which may be new, and the app's data key.
    init(database: String, rootKey: String, app: String) async throws {
        self.app = AppID(app)
        store = try SQLiteStore.open(path: database, mode: .production)
        keyring = Keyring()
        let rootKey = try RootKey(base64: rootKey)
        let wrapped = try rootKey.wrap(DataKey.generate(), app: self.app, version: 1)
        // The server may have made one already: then that one counts.
        let record = try await store.addIfAbsent(
            DataKeyRecord(app: self.app, version: 1, wrapped: wrapped, createdAt: Stopwatch.wallClock)
        )
        let key = try rootKey.unwrap(record.wrapped, app: self.app, version: record.version)
        keyring.install(key, app: self.app, version: record.version)
    }

    /// Puts users with one phone each.
    func putUsers(_ users: [String], tokens: [String], _ way: PushWay = .fcm) async throws {
        let store = store
        let keyring = keyring
        let app = app
        try await ConcurrentWork.forEach(zip(users, tokens), atOnce: Self.atOnce) { name, token in
            let now = Stopwatch.wallClock
            let user = UserID(name)
            let stored = User(id: user, timeZone: "UTC", createdAt: now, updatedAt: now)
            _ = try await PutUser(store: store)(stored, app: app)
            let device = Device(
                id: DeviceID(
                    UUIDv7(
                        milliseconds: UInt64(now.milliseconds),
                        random: (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
                    )
                ),
                userID: user,
                provider: way.provider,
                tokenHash: try keyring.tokenHash(token, app: app, provider: way.provider),
                sealedToken: [],
                platform: way.platform,
                permission: .granted,
                state: .active,
                createdAt: now,
                lastSeenAt: now
            )
            _ = try await ChangeDevices(store: store).register(device, app: app) { id in
                try keyring.seal(Array(token.utf8), app: app, context: id.description)
            }
        }
    }

    /// Puts an organisation with its members.
    func putOrganisation(_ name: String, members: [String]) async throws {
        let store = store
        let app = app
        let ref = EntityRef(type: "org", id: name)
        let entity = Entity(ref: ref, updatedAt: Stopwatch.wallClock)
        _ = try await store.apply([ChangeGroup(app: app, [.putEntity(entity)])])
        try await ConcurrentWork.forEach(members, atOnce: Self.atOnce) { name in
            let member = Member(entity: ref, userID: UserID(name), role: "member", updatedAt: Stopwatch.wallClock)
            _ = try await store.putMember(member, app: app)
        }
    }

    func close() throws { try store.close() }
}
