import Foundation
import PealCore
import Testing

@testable import PealCrypto

@Suite("Sealing at rest")
struct KeyringTests {
    private func keyring(_ apps: AppID...) -> Keyring {
        let keyring = Keyring()
        for app in apps { keyring.install(.generate(), app: app, version: 1) }
        return keyring
    }

    @Test(
        "What is sealed opens where it was put, and nowhere else",
        arguments: [("a", "dev_1", true), ("a", "dev_2", false), ("b", "dev_1", false)] as [(AppID, String, Bool)]
    )
    func bound(app: AppID, context: String, opens: Bool) throws {
        let ring = keyring("a", "b")
        let sealed = try ring.seal(Array("token".utf8), app: "a", context: "dev_1")
        if opens {
            #expect(try ring.open(sealed, app: app, context: context) == Array("token".utf8))
        } else {
            #expect(throws: CryptoError.self) { try ring.open(sealed, app: app, context: context) }
        }
        #expect(throws: CryptoError.self) { try keyring("a").open(sealed, app: app, context: context) }
    }

    @Test("Sealing and hashing have keys of their own, derived from the data key by HKDF-SHA-256")
    func derived() throws {
        // Computed with Python's cryptography: AES-GCM under HKDF("seal|a"), and under the data key itself.
        let derived = "00000001000102030405060708090a0b926fa652302c73925ede0ad27e7065333fd418fc2a"
        let raw = "00000001000102030405060708090a0b336dbd7eab59d40181eec638c2520f402180d3baae"
        let hash = "a1a12f78e88d0080c5604ac78149708a8e0539ff4d2d9fa157bb81d3113c7524"
        let ring = Keyring()
        ring.install(DataKey(bytes: Data(0..<32)), app: "a", version: 1)
        #expect(try ring.open(Self.bytes(derived), app: "a", context: "x") == Array("token".utf8))
        #expect(throws: CryptoError.self) { try ring.open(Self.bytes(raw), app: "a", context: "x") }
        #expect(try ring.tokenHash("token", app: "a", provider: .fcm) == Self.bytes(hash))
    }

    @Test("The same cursor has the same sealed form, and another nonce in any other place")
    func cursors() throws {
        let ring = keyring("a")
        let cursor = Array("n0190".utf8)
        let sealed = try ring.seal(cursor, app: "a", context: "x", for: .cursor)
        #expect(try ring.seal(cursor, app: "a", context: "x", for: .cursor) == sealed)
        #expect(try ring.open(sealed, app: "a", context: "x", for: .cursor) == cursor)
        let others = [(cursor, "y"), (Array("n0191".utf8), "x"), (Array("0190".utf8), "xn")]
        let nonces =
            try others.map { try ring.seal($0.0, app: "a", context: $0.1, for: .cursor)[4..<16] } + [sealed[4..<16]]
        #expect(Set(nonces).count == 4)
        #expect(throws: CryptoError.self) { try ring.open(sealed, app: "a", context: "y", for: .cursor) }
        // The keys are for cursors only.
        #expect(throws: CryptoError.self) { try ring.open(sealed, app: "a", context: "x") }
        let value = try ring.seal(cursor, app: "a", context: "x")
        #expect(throws: CryptoError.self) { try ring.open(value, app: "a", context: "x", for: .cursor) }
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { offset in
            UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
        }
    }

    @Test("A changed byte anywhere is noticed", arguments: 0..<37)
    func tampering(index: Int) throws {
        let ring = keyring("a")
        var sealed = try ring.seal(Array("token".utf8), app: "a", context: "x")
        try #require(sealed.count == 37)
        sealed[index] ^= 1
        #expect(throws: CryptoError.self) { try ring.open(sealed, app: "a", context: "x") }
        #expect(throws: CryptoError.self) { try ring.open([], app: "a", context: "x") }
    }

    @Test("A rotated key seals anew and still opens the old; a token is found under either hash")
    func rotation() throws {
        let ring = keyring("a")
        let old = try ring.seal([1, 2, 3], app: "a", context: "x")
        let hash = try ring.tokenHash("token", app: "a", provider: .fcm)
        ring.install(.generate(), app: "a", version: 2)
        let new = try ring.seal([1, 2, 3], app: "a", context: "x")
        #expect(Keyring.version(of: old) == 1 && Keyring.version(of: new) == 2)
        #expect(try ring.open(old, app: "a", context: "x") == [1, 2, 3])
        let hashes = try ring.tokenHashes("token", app: "a", provider: .fcm)
        #expect(hashes.version == 2 && hashes.others == [hash])
        #expect(try hashes.current != hash && ring.tokenHash("token", app: "a", provider: .fcm) == hashes.current)
        #expect(try Keyring.version(of: ring.seal([1], app: "a", context: "x", version: 1)) == 1)
    }

    @Test("A version that is not active opens and hashes, and does not seal")
    func pending() throws {
        let ring = keyring("a")
        let key = DataKey.generate()
        ring.install(key, app: "a", version: 2, seals: false)
        #expect(ring.versions(of: "a") == [1, 2] && ring.sealingVersion(of: "a") == 1)
        let other = Keyring()
        other.install(key, app: "a", version: 2)
        let early = try other.seal([1], app: "a", context: "x")
        #expect(try ring.open(early, app: "a", context: "x") == [1])
        let theirs = try other.tokenHash("token", app: "a", provider: .fcm)
        #expect(try ring.tokenHashes("token", app: "a", provider: .fcm).others == [theirs])
        #expect(ring.activate(version: 2, app: "a"))
        #expect(!ring.activate(version: 2, app: "a") && !ring.activate(version: 1, app: "a"))
        #expect(!ring.activate(version: 3, app: "a") && ring.sealingVersion(of: "a") == 2)
    }

    @Test("A forgotten version opens nothing; the one that seals cannot be forgotten")
    func forgetting() throws {
        let ring = keyring("a")
        let old = try ring.seal([1], app: "a", context: "x")
        ring.forget(version: 1, app: "a")
        #expect(try ring.open(old, app: "a", context: "x") == [1])
        ring.install(.generate(), app: "a", version: 2)
        ring.forget(version: 1, app: "a")
        #expect(throws: CryptoError.self) { try ring.open(old, app: "a", context: "x") }
        #expect(throws: CryptoError.self) { try ring.seal([1], app: "a", context: "x", version: 1) }
        #expect(ring.versions(of: "a") == [2])
        #expect(try ring.tokenHashes("token", app: "a", provider: .fcm).others.isEmpty)
    }

    @Test(
        "The highest version that is old enough seals, else the lowest",
        arguments: [
            ([], nil), ([0], 1), ([100], 1), ([0, 95], 1), ([0, 90], 2), ([0, 10, 99], 2), ([99, 100], 1),
        ] as [([Int64], Int?)]
    )
    func sealing(_ ages: [Int64], _ version: Int?) {
        let versions = ages.enumerated().map { ($0.offset + 1, Timestamp(seconds: $0.element)) }
        #expect(DataKeyLife.sealing(versions, now: Timestamp(seconds: 100)) == version)
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

    @Test(
        "A data key opens only with its root key, app and version",
        arguments: [(false, "a", 1, true), (true, "a", 1, false), (false, "b", 1, false), (false, "a", 2, false)]
            as [(Bool, AppID, Int, Bool)]
    )
    func wrapping(isOtherRoot: Bool, app: AppID, version: Int, opens: Bool) throws {
        let root = try RootKey(base64: RootKey.generate())
        let wrapped = try root.wrap(.generate(), app: "a", version: 1)
        let opener = isOtherRoot ? try RootKey(base64: RootKey.generate()) : root
        if opens {
            #expect(throws: Never.self) { try opener.unwrap(wrapped, app: app, version: version) }
        } else {
            #expect(throws: CryptoError.self) { try opener.unwrap(wrapped, app: app, version: version) }
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
