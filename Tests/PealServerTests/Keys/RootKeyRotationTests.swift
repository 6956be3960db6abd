import Foundation
import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealSQLite
import Testing

@testable import PealServer

@Suite("Rotating the root key")
struct RootKeyRotationTests {
    private static let secret = Array("what was sealed before".utf8)

    private static func seal(_ keyring: Keyring) throws -> [UInt8] {
        try keyring.seal(secret, app: KeyWorld.app, context: "x")
    }

    private static func opens(_ sealed: [UInt8], with keyring: Keyring) throws -> Bool {
        try keyring.open(sealed, app: KeyWorld.app, context: "x") == secret
    }

    @Test(
        "The new key takes the place of the old one and opens everything",
        arguments: [KeyWorld.KeyLocation.configuration, .file]
    )
    func replaced(_ location: KeyWorld.KeyLocation) async throws {
        try await KeyWorld.with(location) { world in
            let sealed = try Self.seal(try await world.load())
            let old = try world.custody().source.read().text
            let outcome = try await world.rotateRoot()
            let file = location == .file ? world.folder.appending(path: "root.key") : world.configuration
            #expect(outcome == .replaced(file))
            let new = try world.custody().source.read().text
            #expect(new != old)
            #expect(try Self.opens(sealed, with: try await world.load()))
            #expect(!FileManager.default.fileExists(atPath: world.next.path))
            let wrong = try RootKey(base64: old)
            for record in try await world.store.dataKeys() {
                #expect(throws: CryptoError.self) {
                    try wrong.unwrap(record.wrapped, app: record.app, version: record.version)
                }
            }
        }
    }

    @Test("Nothing else in the configuration changes, nor who may read it")
    func configurationStays() async throws {
        try await KeyWorld.with { world in
            _ = try await world.load()
            let path = world.configuration.path
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            _ = try await world.rotateRoot()
            let lines = try String(contentsOf: world.configuration, encoding: .utf8).split(separator: "\n")
            #expect(lines.first == "# ours" && lines.last == "port: 8080" && lines.count == 3)
            #expect(lines[1].hasSuffix("\"   # keep it"))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o640)
            let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
            #expect(Set(left) == ["peal.yaml", "root.key", "data", "root-keys.previous"])
            let archive = try #require(try RootKeyArchive(of: world.custody().source))
            #expect(FileMode.of(archive.file.path) == 0o600)
        }
    }

    @Test(
        "A server starts after a crash at any point, and the next rotation goes through",
        arguments: [KeyWorld.KeyLocation.configuration, .file],
        RootKeyRotation.Step.allCases
    )
    func crash(_ location: KeyWorld.KeyLocation, _ step: RootKeyRotation.Step) async throws {
        try await KeyWorld.with(location) { world in
            let sealed = try Self.seal(try await world.load())
            let old = try world.custody().source.read().text
            await #expect(throws: KeyWorld.Crash.self) { try await world.rotateRoot(crashAfter: step) }
            #expect(try Self.opens(sealed, with: try await world.load()))
            // Once the data keys were wrapped anew, the start completes what was begun.
            let isNew = [.rewrapped, .replaced].contains(step)
            #expect((try world.custody().source.read().text != old) == isNew)
            #expect(!FileManager.default.fileExists(atPath: world.next.path))
            _ = try await world.rotateRoot()
            #expect(try Self.opens(sealed, with: try await world.load()))
        }
    }

    @Test("A rotation that was cut short is completed by the next one", arguments: RootKeyRotation.Step.allCases)
    func crashThenRotation(_ step: RootKeyRotation.Step) async throws {
        try await KeyWorld.with { world in
            let sealed = try Self.seal(try await world.load())
            await #expect(throws: KeyWorld.Crash.self) { try await world.rotateRoot(crashAfter: step) }
            _ = try await world.rotateRoot()
            #expect(try Self.opens(sealed, with: try await world.load()))
        }
    }

    @Test("A key from the environment is told to the operator, and kept until a server starts with it")
    func environment() async throws {
        try await KeyWorld.with(.environment) { world in
            let sealed = try Self.seal(try await world.load())
            guard case .toBeSet("PEAL_ROOT_KEY", let key) = try await world.rotateRoot() else {
                Issue.record("the key was not handed out")
                return
            }
            #expect(try Self.opens(sealed, with: try await world.load()))
            #expect(FileManager.default.fileExists(atPath: world.next.path))
            let error = await #expect(throws: ServerError.self) { try await world.rotateRoot() }
            #expect(error?.message.contains("not complete") == true)
            #expect(try Self.opens(sealed, with: try await world.load(variable: key)))
            #expect(!FileManager.default.fileExists(atPath: world.next.path))
            await #expect(throws: CryptoError.self) { try await world.load() }
        }
    }

    @Test(
        "A key in the environment survives a crash at any point",
        arguments: [RootKeyRotation.Step.begun, .written, .rewrapped]
    )
    func environmentCrash(_ step: RootKeyRotation.Step) async throws {
        try await KeyWorld.with(.environment) { world in
            let sealed = try Self.seal(try await world.load())
            await #expect(throws: KeyWorld.Crash.self) { try await world.rotateRoot(crashAfter: step) }
            #expect(try Self.opens(sealed, with: try await world.load()))
        }
    }

    @Test("A key that cannot be replaced is refused before anything is changed")
    func unusualConfiguration() async throws {
        try await KeyWorld.with { world in
            _ = try await world.load()
            let key = try world.custody().source.read().text
            try Data("rootKey: >-\n  \(key)\nport: 8080\n".utf8).write(to: world.configuration)
            let before = try await world.store.dataKeys()
            let error = await #expect(throws: ServerError.self) { try await world.rotateRoot() }
            #expect(error?.message.contains("on one line") == true)
            #expect(try await world.store.dataKeys() == before)
            #expect(!FileManager.default.fileExists(atPath: world.next.path))
        }
    }

    @Test(
        "A backup from before any number of rotations is read with the key of its time, which is kept once",
        arguments: [KeyWorld.KeyLocation.configuration, .file],
        [1, 2, 5]
    )
    func restored(_ location: KeyWorld.KeyLocation, _ rotations: Int) async throws {
        try await KeyWorld.with(location) { world in
            let sealed = try Self.seal(try await world.load())
            let old = try RootKey(base64: try world.custody().source.read().text)
            #expect(try await world.store.rootKeyFingerprint() == old.fingerprint)
            let backup = world.folder.appending(path: "backup.db").path
            _ = try DatabaseBackup.write(from: world.data.appending(path: "peal.db").path, to: backup)
            for _ in 0..<rotations { _ = try await world.rotateRoot() }
            let entries = try #require(try RootKeyArchive(of: world.custody().source)).entries()
            #expect(entries.count == rotations && entries.last?.key.fingerprint == old.fingerprint)
            let current = try RootKey(base64: try world.custody().source.read().text)
            #expect(try await world.store.rootKeyFingerprint() == current.fingerprint)
            let restored = try SQLiteStore.open(path: backup, mode: .production)
            func load() async throws -> Keyring {
                let custody = try world.custody()
                return try await KeyringLoader(
                    rootKey: current,
                    store: restored,
                    now: world.clock.now,
                    custody: custody
                )
                .load(apps: [KeyWorld.app])
            }
            #expect(try Self.opens(sealed, with: try await load()))
            // Without the kept key the error names the one that is needed, and no key is written anywhere.
            try FileManager.default.removeItem(at: world.folder.appending(path: "root-keys.previous"))
            let error = await #expect(throws: CryptoError.self) { try await load() }
            #expect(error?.message.contains("this database needs root key \(old.fingerprint)") == true)
            #expect(error?.message.contains(current.fingerprint) == true)
            try restored.close()
        }
    }

    @Test("A root key that opens nothing stops the start, and destroys nothing")
    func wrongKey() async throws {
        try await KeyWorld.with { world in
            let sealed = try Self.seal(try await world.load())
            let right = try world.custody().source.read().text
            try world.put(RootKey.generate())
            await #expect(throws: CryptoError.self) { try await world.load() }
            await #expect(throws: CryptoError.self) { try await world.rotateRoot() }
            try world.put(right)
            #expect(try Self.opens(sealed, with: try await world.load()))
        }
    }
}
