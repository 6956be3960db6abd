public import PealCore
import PealStore
import Synchronization

/// Finds secret keys by their hash, in memory; new keys are seen at once, revoked ones within seconds.
public final class SecretKeyring: Sendable {
    private struct State {
        var byHash: [[UInt8]: SecretKeyRecord] = [:]
        var loadedAt: Timestamp?
    }

    /// How exactly the last use of a key is known.
    public static let usePrecision = Duration.seconds(60)

    private static let staleAfter = Duration.seconds(10)
    /// A key that was created a moment ago works at once; guesses cost at most so many reads.
    private static let retryMissAfter = Duration.milliseconds(20)

    private let store: any KeyStore & ChangeStore
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let uses = Mutex<[SecretKeyID: SecretKeyUse]>([:])

    init(store: any KeyStore & ChangeStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// The record of a key by the SHA-256 of its text.
    ///
    /// A table look-up by hash tells an attacker's stop-watch nothing of the 256 random bits behind it.
    public func key(hash: [UInt8]) async throws -> SecretKeyRecord? {
        let instant = now()
        let (found, loadedAt) = state.withLock { ($0.byHash[hash], $0.loadedAt) }
        let wait = found == nil ? Self.retryMissAfter : Self.staleAfter
        if let loadedAt, loadedAt <= instant, instant - loadedAt < wait { return found }
        let records = try await store.secretKeys()
        let fresh = Dictionary(records.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
        state.withLock { $0 = State(byHash: fresh, loadedAt: instant) }
        return fresh[hash]
    }

    /// Adds a key, which works at once.
    /// - Throws: ``StoreError``.
    func add(_ key: SecretKeyRecord, by actor: String?) async throws {
        try await store.add(key, by: actor)
        state.withLock { $0.byHash[key.hash] = key }
    }

    /// Notes in memory that a key was used; ``writeUses()`` stores it.
    public func noteUse(of key: SecretKeyRecord, at instant: Timestamp) {
        uses.withLock { uses in
            // The first use of a minute says enough.
            if let last = uses[key.id]?.at ?? key.lastUsedAt, last <= instant, instant - last < Self.usePrecision {
                return
            }
            uses[key.id] = SecretKeyUse(app: key.app, id: key.id, at: instant)
        }
    }

    /// Stores the uses that were noted since the last time.
    /// - Throws: ``StoreError``; then they stay noted.
    public func writeUses() async throws {
        let noted = uses.withLock { $0 }
        guard !noted.isEmpty else { return }
        try await store.noteUses(noted.values.sorted { ($0.app, $0.id) < ($1.app, $1.id) })
        uses.withLock { uses in uses = uses.filter { noted[$0.key] != $0.value } }
    }

    /// The name that the operator gave a key; `nil` when it was revoked meanwhile.
    public func name(of id: SecretKeyID) async throws -> String? {
        try await store.secretKeys().first { $0.id == id }?.name
    }
}
