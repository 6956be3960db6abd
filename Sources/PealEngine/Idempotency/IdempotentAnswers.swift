public import PealCore
import PealCrypto
import PealStore
import Synchronization

/// Keeps the first answer of a call under its idempotency key, and two calls with one key from running at the same time.
public final class IdempotentAnswers: Sendable {
    private let store: any IdempotencyStore
    private let keyring: Keyring
    private let now: @Sendable () -> Timestamp
    /// Bounded by the requests in flight.
    private let running = Mutex<Set<IdempotencyKey>>([])

    init(store: any IdempotencyStore, keyring: Keyring, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.keyring = keyring
        self.now = now
    }

    /// Begins a call; `false` while another one with the same key runs.
    public func begin(_ key: IdempotencyKey) -> Bool { running.withLock { $0.insert(key).inserted } }

    /// Ends a call that ``begin(_:)`` let in.
    public func end(_ key: IdempotencyKey) { _ = running.withLock { $0.remove(key) } }

    /// The answer that was given under a key; `nil` when there was none.
    public func first(_ key: IdempotencyKey) async throws -> StoredAnswer? { try await store.answer(key, now: now()) }

    /// The body of an answer that was kept by ``keep(_:under:)``; `nil` when its key was replaced since: the call runs again
    /// then, as its effect may.
    public func body(of answer: StoredAnswer, under key: IdempotencyKey) -> [UInt8]? {
        try? keyring.open(answer.body, app: key.app, context: Self.context(key))
    }

    /// Keeps the answer of a call whose effect is idempotent by nature; it is sealed, because it holds what users chose.
    public func keep(_ answer: StoredAnswer, under key: IdempotencyKey) async throws {
        var sealed = answer
        sealed.body = try keyring.seal(answer.body, app: key.app, context: Self.context(key))
        try await store.store(sealed, under: key, now: now())
    }

    private static func context(_ key: IdempotencyKey) -> String { "idempotency|\(key.operation)|\(key.key)" }
}
