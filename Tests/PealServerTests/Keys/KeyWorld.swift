import Foundation
import Logging
import PealCore
import PealCrypto
import PealEngine
import PealSQLite

@testable import PealServer

/// An installation on disk, with its root key in one of the places it may stand in.
struct KeyWorld: Sendable {
    enum KeyLocation: CaseIterable, Sendable {
        case configuration, file, environment
    }

    static let app: AppID = "gss"
    static let start = Timestamp(seconds: 1_800_000_000)

    let folder: URL
    let location: KeyLocation
    let store: SQLiteStore
    let clock = VirtualClock(at: KeyWorld.start)

    var configuration: URL { folder.appending(path: "peal.yaml") }
    var data: URL { folder.appending(path: "data") }
    var next: URL { data.appending(path: "root.key.next") }

    static func with<Value>(_ location: KeyLocation = .configuration, _ body: (KeyWorld) async throws -> Value)
        async throws
        -> Value
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        let data = folder.appending(path: "data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore.open(path: data.appending(path: "peal.db").path, mode: .production)
        let world = KeyWorld(folder: folder, location: location, store: store)
        try world.put(RootKey.generate())
        let value = try await body(world)
        try store.close()
        return value
    }

    /// Writes the root key where it stands in this world.
    func put(_ key: String) throws {
        let yaml =
            switch location {
            case .configuration: "# ours\nrootKey: \"\(key)\"   # keep it\nport: 8080\n"
            case .file: "rootKeyFile: root.key\nport: 8080\n"
            case .environment: "port: 8080\n"
            }
        try Data(yaml.utf8).write(to: configuration)
        try Data("\(key)\n".utf8).write(to: folder.appending(path: "root.key"))
    }

    /// What the key's owner sees of it; in the environment it is what was put there first.
    func custody(variable: String? = nil) throws -> RootKeyCustody {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let first = try String(contentsOf: folder.appending(path: "root.key"), encoding: .utf8)
        return RootKeyCustody(
            source: RootKeySource(
                configuration: configuration.path,
                environment: location == .environment ? ["PEAL_ROOT_KEY": variable ?? first] : [:]
            ),
            directory: data,
            logger: logger
        )
    }

    /// Opens the keys as a starting server does.
    func load(variable: String? = nil) async throws -> Keyring {
        try await KeyringLoader(
            // Not looked at where there is a custody.
            rootKey: RootKey(base64: RootKey.generate()),
            store: store,
            now: clock.now,
            custody: custody(variable: variable)
        ).load(apps: [Self.app])
    }

    /// Rotates the root key; a crash comes after a step.
    func rotateRoot(crashAfter crash: RootKeyRotation.Step? = nil) async throws -> RootKeyRotation.Outcome {
        try await RootKeyRotation(custody: custody(), store: store) { step in
            if step == crash { throw Crash() }
        }.rotate()
    }

    struct Crash: Error {}

    /// Rotates the app's data key.
    func rotateData() async throws -> Int {
        try await DataKeyRotation(custody: custody(), store: store, now: clock.now).rotate(Self.app)
    }

    func refresher(_ keyring: Keyring, rotated: WakeUp = WakeUp()) throws -> KeyringRefresher {
        let custody = try custody()
        return KeyringRefresher(
            store: store,
            keyring: keyring,
            rootKeys: { try custody.candidates() },
            rotated: rotated,
            clock: clock,
            logger: custody.logger
        )
    }
}
