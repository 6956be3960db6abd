import HTTPTypes
import PealCore
import PealCrypto
import PealStore
import Synchronization
import Testing

@testable import PealEngine
@testable import PealHTTP

@Suite("Stored answers")
struct IdempotencyGuardTests {
    /// Answers in memory.
    private final class Answers: IdempotencyStore {
        let stored = Mutex<[IdempotencyKey: StoredAnswer]>([:])

        func answer(_ key: IdempotencyKey, now: Timestamp) async throws -> StoredAnswer? { stored.withLock { $0[key] } }

        func store(_ answer: StoredAnswer, under key: IdempotencyKey, now: Timestamp) async throws {
            stored.withLock { $0[key] = answer }
        }

        func sweepExpired(now: Timestamp, limit: Int) async throws -> Int { 0 }
    }

    private static func run(_ keyring: Keyring, _ answers: Answers) async throws -> APIResponse {
        let ticket = try IdempotencyTicket(
            header: "k",
            app: "gss",
            operation: "POST /api/v1/users/ghost/x",
            requestHash: [1],
            user: "ghost"
        )
        let kept = IdempotentAnswers(store: answers, keyring: keyring) { Timestamp(seconds: 0) }
        return try await IdempotencyGuard(answers: kept).run(ticket, storesAnswer: true) {
            .json(bytes: Array("THREADMARK".utf8), status: 200)
        }
    }

    @Test("are sealed, name the user they are about, and come back as they were given")
    func sealed() async throws {
        let (keyring, answers) = (Keyring(), Answers())
        keyring.install(.generate(), app: "gss", version: 1)
        let first = try await Self.run(keyring, answers)
        let stored = try #require(answers.stored.withLock { $0.values.first })
        #expect(stored.user == "ghost")
        #expect(!String(decoding: stored.body, as: UTF8.self).contains("THREADMARK"))
        let second = try await Self.run(keyring, answers)
        #expect(second.body == first.body)
        #expect(second.headers[.idempotencyReplayed] == "true")
    }

    @Test("whose key is gone are not given: the call runs again, and its answer takes their place")
    func keyGone() async throws {
        let (keyring, answers) = (Keyring(), Answers())
        keyring.install(.generate(), app: "gss", version: 1)
        _ = try await Self.run(keyring, answers)
        keyring.install(.generate(), app: "gss", version: 2)
        keyring.forget(version: 1, app: "gss")
        #expect(try await Self.run(keyring, answers).headers[.idempotencyReplayed] == nil)
        #expect(try await Self.run(keyring, answers).headers[.idempotencyReplayed] == "true")
    }
}
