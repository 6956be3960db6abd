import PealCore
import PealCrypto
import Testing

@Suite("Sealing at rest")
struct KeyringTests {
    private func keyring(_ apps: AppID...) -> Keyring {
        let keyring = Keyring()
        for app in apps { keyring.install(.generate(), app: app, version: 1) }
        return keyring
    }

    @Test("What is sealed opens where it was put, and nowhere else")
    func bound() throws {
        let ring = keyring("a", "b")
        let sealed = try ring.seal(Array("token".utf8), app: "a", context: "dev_1")
        #expect(try ring.open(sealed, app: "a", context: "dev_1") == Array("token".utf8))
        #expect(throws: CryptoError.self) { try ring.open(sealed, app: "a", context: "dev_2") }
        #expect(throws: CryptoError.self) { try ring.open(sealed, app: "b", context: "dev_1") }
        #expect(throws: CryptoError.self) { try keyring("a").open(sealed, app: "a", context: "dev_1") }
    }

    @Test("A changed byte anywhere is noticed")
    func tampering() throws {
        let ring = keyring("a")
        let sealed = try ring.seal(Array("token".utf8), app: "a", context: "x")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: CryptoError.self) { try ring.open(changed, app: "a", context: "x") }
        }
        #expect(throws: CryptoError.self) { try ring.open([], app: "a", context: "x") }
    }

    @Test("A rotated key seals anew and still opens the old; hashes stay")
    func rotation() throws {
        let ring = keyring("a")
        let old = try ring.seal([1, 2, 3], app: "a", context: "x")
        let hash = try ring.tokenHash("token", app: "a", provider: .fcm)
        ring.install(.generate(), app: "a", version: 2)
        let new = try ring.seal([1, 2, 3], app: "a", context: "x")
        #expect(Array(new.prefix(4)) == [0, 0, 0, 2])
        #expect(try ring.open(old, app: "a", context: "x") == [1, 2, 3])
        #expect(try ring.tokenHash("token", app: "a", provider: .fcm) == hash)
    }

    @Test("Hashes tell apps, providers and tokens apart")
    func hashes() throws {
        let ring = keyring("a", "b")
        let all = [
            try ring.tokenHash("t", app: "a", provider: .fcm), try ring.tokenHash("t", app: "b", provider: .fcm),
            try ring.tokenHash("t", app: "a", provider: .expo), try ring.tokenHash("u", app: "a", provider: .fcm),
        ]
        #expect(Set(all).count == all.count)
    }

    @Test("A data key opens only with its root key, app and version")
    func wrapping() throws {
        let root = try RootKey(base64: RootKey.generate())
        let wrapped = try root.wrap(.generate(), app: "a", version: 1)
        _ = try root.unwrap(wrapped, app: "a", version: 1)
        #expect(throws: CryptoError.self) { try root.unwrap(wrapped, app: "b", version: 1) }
        #expect(throws: CryptoError.self) { try root.unwrap(wrapped, app: "a", version: 2) }
        #expect(throws: CryptoError.self) {
            try RootKey(base64: RootKey.generate()).unwrap(wrapped, app: "a", version: 1)
        }
    }

    @Test("A root key is 32 bytes", arguments: ["", "short", "AAAA", "not base64 !!"])
    func badRoot(_ text: String) { #expect(throws: CryptoError.self) { try RootKey(base64: text) } }

    @Test("Secret keys are long, fresh and hashed")
    func secretKeys() {
        let key = SecretKey.generate()
        #expect(key.text.hasPrefix("sk_live_") && key.text.utf8.count == 8 + 43)
        #expect(SecretKey.generate().text != key.text)
        #expect(key.hash.count == 32 && key.hash == SecretKey(text: key.text).hash)
    }
}
