import Logging
import PealCore
import PealProviderKit
import Synchronization
import Testing

@testable import PealHTTP

@Suite("Keys from a URL")
struct RemoteKeySetTests {
    /// An identity provider, the clock, and the set that is read from it.
    private final class Provider: Sendable {
        private let answer: Mutex<HTTPResult>
        private let clock = Mutex(Duration.zero)
        let gate = Gate()
        private let calls = Mutex<[HTTPCall]>([])

        init(_ keys: [TestKey]) { answer = Mutex(Provider.set(keys)) }

        static func set(_ keys: [TestKey], _ headers: [(name: String, value: String)] = []) -> HTTPResult {
            .answered(HTTPAnswer(status: 200, headers: headers, body: TestKey.set(keys)))
        }

        var sent: [HTTPCall] { calls.withLock { $0 } }
        func say(_ result: HTTPResult) { answer.withLock { $0 = result } }
        func advance(_ step: Duration) { clock.withLock { $0 += step } }

        func keySet() -> RemoteKeySet {
            let transport = HTTPTransport { call in
                self.calls.withLock { $0.append(call) }
                await self.gate.pass()
                return self.answer.withLock { $0 }
            }
            return RemoteKeySet(
                app: "keys",
                url: "https://id.example/keys",
                algorithms: [.es256, .eddsa, .rs256],
                transport: transport,
                uptime: { self.clock.withLock { $0 } },
                logger: Logger(label: "test")
            )
        }
    }

    /// Holds calls while it is shut.
    private final class Gate: Sendable {
        private struct State {
            var isShut = false
            var held: [CheckedContinuation<Void, Never>] = []
            var watchers: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        func shut() { state.withLock { $0.isShut = true } }

        func pass() async {
            await withCheckedContinuation { continuation in
                let (passes, watchers) = state.withLock { state in
                    guard state.isShut else { return (true, [CheckedContinuation<Void, Never>]()) }
                    state.held.append(continuation)
                    defer { state.watchers = [] }
                    return (false, state.watchers)
                }
                if passes { continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        }

        /// Waits until a call is held.
        func untilHeld() async {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    guard state.held.isEmpty else { return true }
                    state.watchers.append(continuation)
                    return false
                }
                if isHeld { continuation.resume() }
            }
        }

        func open() {
            let held = state.withLock { state in
                state.isShut = false
                defer { state.held = [] }
                return state.held
            }
            for call in held { call.resume() }
        }
    }

    private static let first = TestKey.make(.es256, kid: "first")
    private static let second = TestKey.make(.eddsa, kid: "second")

    private func tokens(_ remote: RemoteKeySet, _ keys: KeySet = KeySet()) -> UserTokens {
        UserTokens(["keys": TokenIssuer(policy: TokenPolicy(audience: "keys"), keys: keys, remote: remote)])
    }

    private func text(_ key: TestKey, kid: String? = nil) async throws -> String {
        let head: [String: JSONValue] = [
            "alg": .string(key.algorithm.rawValue), "kid": .string(kid ?? key.kid ?? ""),
        ]
        return try await TokenScene().token(key, head, ["sub": "ann", "aud": "keys", "exp": 2_000_003_600])
    }

    @Test("are read when a token names one that is not there, and once for many tokens")
    func firstUse() async throws {
        let provider = Provider([Self.first])
        let tokens = tokens(provider.keySet())
        let text = try await text(Self.first)
        provider.gate.shut()
        await withTaskGroup(of: TokenRefusal.Stage?.self) { group in
            for _ in 0..<20 { group.addTask { await tokens.stage(of: text) } }
            await provider.gate.untilHeld()
            provider.gate.open()
            for await stage in group { #expect(stage == nil) }
        }
        #expect(provider.sent.count == 1)
        #expect(provider.sent.first?.method == "GET")
        #expect(await tokens.stage(of: text) == nil)
        #expect(provider.sent.count == 1)
    }

    @Test("are read again for an unknown name, at most every 30 seconds")
    func rotation() async throws {
        let provider = Provider([Self.first])
        let tokens = tokens(provider.keySet())
        let (old, new) = (try await text(Self.first), try await text(Self.second))
        #expect(await tokens.stage(of: old) == nil)
        provider.say(Provider.set([Self.first, Self.second]))
        for _ in 0..<100 { #expect(await tokens.stage(of: new) == .key) }
        #expect(provider.sent.count == 1)
        provider.advance(.seconds(30))
        #expect(await tokens.stage(of: new) == nil)
        #expect(provider.sent.count == 2)
        for number in 0..<100 {
            #expect(await tokens.stage(of: try await text(Self.second, kid: "k\(number)")) == .key)
        }
        #expect(provider.sent.count == 2)
    }

    @Test("are asked for with the tag of the last answer, and kept when nothing changed")
    func unchanged() async throws {
        let provider = Provider([])
        let remote = provider.keySet()
        provider.say(Provider.set([Self.first], [("ETag", "\"1\""), ("Cache-Control", "public, max-age=900")]))
        await remote.refresh()
        #expect(remote.untilDue == .seconds(900))
        provider.advance(.seconds(900))
        #expect(remote.untilDue == .zero)
        provider.say(.answered(HTTPAnswer(status: 304, headers: [("cache-control", "max-age=120")])))
        await remote.refresh()
        #expect(provider.sent.last?.headers.contains { $0.name == "if-none-match" && $0.value == "\"1\"" } == true)
        #expect(remote.untilDue == .seconds(120))
        #expect(await tokens(remote).stage(of: try await text(Self.first)) == nil)
    }

    @Test(
        "are kept while the URL fails, and asked for again a minute later",
        arguments: [
            .notSent(reason: GuardedTransport.refusal), .answerLost(reason: "read-timeout"),
            .answered(HTTPAnswer(status: 500)), .answered(HTTPAnswer(status: 302)), .answered(HTTPAnswer(status: 200)),
            .answered(HTTPAnswer(status: 200, body: Array("<html>".utf8))),
        ] as [HTTPResult]
    )
    func failure(result: HTTPResult) async throws {
        let provider = Provider([Self.first])
        let remote = provider.keySet()
        await remote.refresh()
        provider.say(result)
        await remote.refresh()
        #expect(remote.untilDue == .seconds(60))
        #expect(await tokens(remote).stage(of: try await text(Self.first)) == nil)
    }

    @Test("verify no longer once the document does not list them")
    func withdrawn() async throws {
        let provider = Provider([Self.first])
        let remote = provider.keySet()
        await remote.refresh()
        provider.say(Provider.set([Self.second]))
        await remote.refresh()
        #expect(await tokens(remote).stage(of: try await text(Self.first)) == .key)
        provider.say(Provider.set([]))
        await remote.refresh()
        #expect(await tokens(remote).stage(of: try await text(Self.second)) == .key)
    }

    @Test("come after the keys of the configuration, and no secret is taken from a URL")
    func precedence() async throws {
        let secret = TestKey.make(.hs256, kid: "shared")
        let impostor = TestKey.make(.es256, kid: "first")
        let provider = Provider([secret, impostor])
        let remote = provider.keySet()
        await remote.refresh()
        let set = try #require(JSONWebKeySet(reading: TestKey.set([Self.first]), from: .file))
        let tokens = tokens(remote, try await KeySet(set.keys))
        #expect(await tokens.stage(of: try await text(secret)) == .key)
        #expect(await tokens.stage(of: try await text(Self.first)) == nil)
        #expect(await tokens.stage(of: try await text(impostor)) == .check(.signature))
    }

    @Test(
        "count for as long as their answer says, from a minute to an hour",
        arguments: [
            (nil, 600), ("max-age=300", 300), ("public, max-age=\"300\", must-revalidate", 300), ("max-age=1", 60),
            ("max-age=86400", 3600), ("no-cache, max-age=900", 60), ("no-store", 60), ("max-age=x", 600),
            ("max-age=-5", 600), ("s-maxage=5", 600),
        ] as [(String?, Int)]
    )
    func age(control: String?, seconds: Int) {
        let headers = control.map { [(name: "Cache-Control", value: $0)] } ?? []
        #expect(KeySetAge.of(HTTPAnswer(status: 200, headers: headers)) == .seconds(seconds))
    }

    @Test(
        "as long as none were read a token is neither accepted nor refused, whatever the failure, and the URL is asked soon again",
        arguments: [
            .notSent(reason: "connection-refused"), .notSent(reason: "name-not-resolved"),
            .answerLost(reason: "read-timeout"),
            .answered(HTTPAnswer(status: 500)), .answered(HTTPAnswer(status: 404)), .answered(HTTPAnswer(status: 429)),
            .answered(HTTPAnswer(status: 200, body: Array("<html>".utf8))),
        ] as [HTTPResult]
    )
    func never(result: HTTPResult) async throws {
        let provider = Provider([Self.first])
        let remote = provider.keySet()
        let tokens = tokens(remote)
        provider.say(result)
        let text = try await text(Self.first)
        var waits: [Duration] = []
        for _ in 0..<8 {
            await remote.refresh()
            waits.append(remote.untilDue)
            let seconds = Int(remote.untilDue.components.seconds)
            #expect(await tokens.stage(of: text) == .unavailable(retryAfter: seconds))
            provider.advance(remote.untilDue)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60].map { Duration.seconds($0) })
        #expect(provider.sent.count == 8, "no token asks for a URL that has failed")
        guard case .missing(let reason?) = remote.keyState else {
            Issue.record("\(remote.keyState)")
            return
        }
        #expect(remote.remark?.contains(ReasonWords.of(reason)) == true)
        provider.say(Provider.set([Self.first]))
        await remote.refresh()
        #expect(await tokens.stage(of: text) == nil)
        #expect(remote.remark == nil && remote.keyState == .current)
    }

    @Test("a token that is wrong for another reason, or of the configuration's keys, does not depend on the URL")
    func others() async throws {
        let provider = Provider([Self.first])
        let remote = provider.keySet()
        provider.say(.answered(HTTPAnswer(status: 500)))
        await remote.refresh()
        let set = try #require(JSONWebKeySet(reading: TestKey.set([Self.second]), from: .file))
        let tokens = tokens(remote, try await KeySet(set.keys))
        #expect(await tokens.stage(of: try await text(Self.second)) == nil)
        #expect(await tokens.stage(of: "nonsense") == .form)
        #expect(await tokens.stage(of: try await text(TestKey.make(.eddsa, kid: "second"))) == .check(.signature))
    }

    @Test(
        "a set is used for a day while the URL fails, and then for no token more",
        arguments: [0, 1, 86_399, 86_400, 400_000]
    )
    func old(_ age: Int64) async throws {
        let provider = Provider([Self.first])
        let remote = provider.keySet()
        let tokens = tokens(remote)
        let text = try await text(Self.first)
        await remote.refresh()
        provider.say(.notSent(reason: "connection-refused"))
        provider.advance(.seconds(age))
        await remote.refresh()
        let isUsed = age < 86_400
        #expect(await tokens.stage(of: text) == (isUsed ? nil : .unavailable(retryAfter: 60)))
        #expect(remote.remark?.contains(isUsed ? "at most a day" : "503") == true)
        #expect(
            await tokens.stage(of: try await self.text(Self.second)) == .unavailable(retryAfter: 60),
            "it may be a new key"
        )
        provider.say(.answered(HTTPAnswer(status: 304)))
        await remote.refresh()
        #expect(await tokens.stage(of: text) == nil)
        #expect(await tokens.stage(of: try await self.text(Self.second)) == .key)
    }
}
