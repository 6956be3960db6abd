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

    @Test("are kept small, and come back byte for byte", arguments: [0, 10, 1_024, 1_025, 100_000, 5_000_000])
    func compact(length: Int) throws {
        let items = (0..<(length / 60)).map { #"{"index":\#($0),"status":202,"id":"trg_\#($0)"}"# }
        let body = Array(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8)
        let ticket = try IdempotencyTicket(header: "k", app: "gss", operation: "POST /x", requestHash: [1])
        let stored = ticket.stored(.json(bytes: body, status: 200)).body
        #expect(stored.count <= CompactAnswer.limit)
        #expect(body.count <= 1_024 || stored.count < body.count / 3)
        if body.count < 2_000_000 { #expect(CompactAnswer.body(of: stored) == body) }
    }

    @Test("of an answer that is too large only say that it was done, with its ids")
    func done() throws {
        var random = SystemRandomNumberGenerator()
        let items = (0..<500).map { index in
            let noise = Base64URL.encode((0..<1_500).map { _ in UInt8.random(in: 0...255, using: &random) })
            return #"{"index":\#(index),"status":422,"id":"trg_\#(index)","problem":{"detail":"\#(noise)"}}"#
        }
        let body = Array(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8)
        let stored = CompactAnswer.form(of: body)
        #expect(stored.count < CompactAnswer.limit / 10)
        let text = String(decoding: CompactAnswer.body(of: stored), as: UTF8.self)
        #expect(text.hasPrefix(#"{"done":true,"items":[{"index":0,"status":422,"id":"trg_0"},{"index":1,"#))
        #expect(!text.contains("detail"))
        let one = CompactAnswer.form(
            of: Array(#"{"id":"trg_1","noise":"\#(items.joined().filter { $0 != "\"" })"}"#.utf8)
        )
        #expect(String(decoding: one, as: UTF8.self) == #"{"done":true,"id":"trg_1"}"#)
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
