import PealCore
import PealStore
import Synchronization
import Testing

@testable import PealEngine

@Suite("Secret keys in memory")
struct SecretKeyringTests {
    /// Holds secret keys, and counts how often they are read.
    private final class Keys: KeyStore {
        private let state = Mutex((keys: [SecretKeyRecord](), reads: 0))

        var reads: Int { state.withLock { $0.reads } }

        func secretKeys() async throws -> [SecretKeyRecord] {
            state.withLock { state in
                state.reads += 1
                return state.keys
            }
        }

        func add(_ key: SecretKeyRecord) async throws { state.withLock { $0.keys.append(key) } }
        func revoke(_: SecretKeyID, app _: AppID, now _: Timestamp) async throws -> Bool { false }
        func dataKeys() async throws -> [DataKeyRecord] { [] }
        func addIfAbsent(_ key: DataKeyRecord) async throws -> DataKeyRecord { key }
        func rewrapDataKeys(_: @escaping @Sendable (DataKeyRecord) throws -> [UInt8]) async throws -> Int { 0 }
        func deleteDataKey(app _: AppID, version _: Int) async throws -> Bool { false }
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
        try await keys.add(Self.record(1))
        #expect(try await keyring.key(hash: [1])?.hash == [1])
        try await keys.add(Self.record(2))
        clock.withLock { $0 = $0 + .milliseconds(20) }
        #expect(try await keyring.key(hash: [2])?.hash == [2])
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
