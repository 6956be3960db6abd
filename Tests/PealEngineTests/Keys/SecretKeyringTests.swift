import PealCore
import PealStore
import Synchronization
import Testing

@testable import PealEngine

@Suite("Secret keys in memory")
struct SecretKeyringTests {
    /// Holds secret keys, and counts how often they are read.
    private final class Keys: KeyStore, ChangeStore {
        private let state = Mutex((keys: [SecretKeyRecord](), reads: 0, writes: [[SecretKeyUse]](), fails: false))

        var reads: Int { state.withLock { $0.reads } }

        func secretKeys() async throws -> [SecretKeyRecord] {
            state.withLock { state in
                state.reads += 1
                return state.keys
            }
        }

        var writes: [[SecretKeyUse]] { state.withLock { $0.writes } }
        func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }
        func dataKeys() async throws -> [DataKeyRecord] { [] }
        func rootKeyFingerprint() async throws -> String? { nil }
        func noteRootKey(_: String) async throws {}

        func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
            try state.withLock { state in
                guard !state.fails else { throw StoreError(.unavailable, "the disk is full") }
                var uses: [SecretKeyUse] = []
                for case .key(let change) in groups.flatMap(\.changes) {
                    switch change {
                    case .add(let key): state.keys.append(key)
                    case .noteUse(let use): uses.append(use)
                    default: Issue.record("\(change)")
                    }
                }
                if !uses.isEmpty { state.writes.append(uses) }
            }
            return groups.map { _ in .applied([]) }
        }

        func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
            try await apply(groups).allSatisfy(\.isApplied)
        }
    }

    private static func record(_ byte: UInt8) -> SecretKeyRecord {
        SecretKeyRecord(
            id: SecretKeyID(UUIDv7(high: 0, low: UInt64(byte))),
            app: "gss",
            hash: [byte],
            scopes: [],
            name: "test",
            createdAt: Timestamp(milliseconds: 0)
        )
    }

    @Test("a key that was created right after others were read works with its first request")
    func fresh() async throws {
        let keys = Keys()
        let clock = Mutex(Timestamp(milliseconds: 1_000))
        let keyring = SecretKeyring(store: keys, now: { clock.withLock { $0 } })
        try await keys.add(Self.record(1), by: nil)
        #expect(try await keyring.key(hash: [1])?.hash == [1])
        try await keys.add(Self.record(2), by: nil)
        clock.withLock { $0 = $0 + .milliseconds(20) }
        #expect(try await keyring.key(hash: [2])?.hash == [2])
    }

    @Test("the last use of a key is stored once a minute, however often it is used")
    func uses() async throws {
        let keys = Keys()
        let keyring = SecretKeyring(store: keys, now: { Timestamp(seconds: 0) })
        let (one, other) = (Self.record(1), Self.record(2))
        func use(_ key: SecretKeyRecord, at second: Int64) { keyring.noteUse(of: key, at: Timestamp(seconds: second)) }
        for second in 0..<60 { use(one, at: Int64(second)) }
        use(other, at: 30)
        try await keyring.writeUses()
        try await keyring.writeUses()
        #expect(
            keys.writes == [
                [
                    SecretKeyUse(app: "gss", id: one.id, at: Timestamp(seconds: 0)),
                    SecretKeyUse(app: "gss", id: other.id, at: Timestamp(seconds: 30)),
                ]
            ]
        )
        var known = one
        known.lastUsedAt = Timestamp(seconds: 0)
        use(known, at: 59)
        try await keyring.writeUses()
        #expect(keys.writes.count == 1)
        use(known, at: 60)
        keys.fail(true)
        await #expect(throws: StoreError.self) { try await keyring.writeUses() }
        keys.fail(false)
        try await keyring.writeUses()
        #expect(keys.writes.last == [SecretKeyUse(app: "gss", id: one.id, at: Timestamp(seconds: 60))])
    }

    @Test(
        "a key is rejected from the instant of its expiry on",
        arguments: [(nil, false), (9, true), (10, true), (11, false)]
    )
    func expiry(second: Int64?, isExpired: Bool) {
        var key = Self.record(1)
        key.expiresAt = second.map { Timestamp(seconds: $0) }
        #expect(key.isExpired(at: Timestamp(seconds: 10)) == isExpired)
    }

    @Test("guesses cost at most fifty reads a second")
    func guesses() async throws {
        let keys = Keys()
        let clock = Mutex(Timestamp(milliseconds: 1_000))
        let keyring = SecretKeyring(store: keys, now: { clock.withLock { $0 } })
        for _ in 0..<1_000 {
            #expect(try await keyring.key(hash: [9]) == nil)
            clock.withLock { $0 = $0 + .milliseconds(1) }
        }
        #expect(keys.reads == 50)
    }
}
