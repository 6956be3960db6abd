import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@Suite("The token cache")
struct TokenCacheTests {
    /// A token service that counts and can be held.
    private final class Source: Sendable {
        private struct State {
            var count = 0
            var answers: [Result<BearerToken, TokenFailure>] = []
        }

        private let state = Mutex(State())
        let clock = TestClock()

        var count: Int { state.withLock { $0.count } }

        func next(_ answers: Result<BearerToken, TokenFailure>...) { state.withLock { $0.answers = answers } }

        func fetch() -> Result<BearerToken, TokenFailure> {
            state.withLock { state in
                state.count += 1
                if !state.answers.isEmpty { return state.answers.removeFirst() }
                return .success(BearerToken(value: "t\(state.count)", expiresAt: clock.now + .seconds(3600)))
            }
        }
    }

    private static let broken = TokenFailure(.unavailable, reason: "down")

    @Test("fetches once and keeps the token until shortly before its end")
    func keeps() async throws {
        let source = Source()
        let cache = TokenCache(now: { source.clock.now }, fetch: { source.fetch() })
        for step in [Duration.zero, .seconds(1), .seconds(3298)] {
            source.clock.advance(by: step)
            #expect(try await cache.token().get().value == "t1")
        }
        source.clock.advance(by: .seconds(2))
        #expect(try await cache.token().get().value == "t2")
        #expect(source.count == 2)
    }

    @Test("goes on with the old token when renewing fails")
    func oldToken() async throws {
        let source = Source()
        let cache = TokenCache(now: { source.clock.now }, fetch: { source.fetch() })
        #expect(try await cache.token().get().value == "t1")
        source.clock.advance(by: .seconds(3400))
        source.next(.failure(Self.broken))
        #expect(try await cache.token().get().value == "t1")
        #expect(try await cache.token().get().value == "t1")
        #expect(source.count == 2)
        source.clock.advance(by: .seconds(300))
        #expect(try await cache.token().get().value == "t3")
    }

    @Test("remembers a failure for a moment only")
    func failure() async {
        let source = Source()
        let cache = TokenCache(backOff: .seconds(2), now: { source.clock.now }, fetch: { source.fetch() })
        source.next(.failure(Self.broken))
        #expect(await cache.token() == .failure(Self.broken))
        #expect(await cache.token() == .failure(Self.broken))
        #expect(source.count == 1)
        source.clock.advance(by: .seconds(2))
        #expect(await cache.token() == .success(BearerToken(value: "t2", expiresAt: source.clock.now + .seconds(3600))))
    }

    @Test("asks no token service before the time that it named, but after a minute", arguments: [30, 3600])
    func retryAfter(_ seconds: Int) async throws {
        let source = Source()
        let cache = TokenCache(backOff: .seconds(2), now: { source.clock.now }, fetch: { source.fetch() })
        let busy = TokenFailure(.unavailable, reason: "token-http-429", retryAfter: .seconds(seconds))
        source.next(.failure(busy))
        #expect(await cache.token() == .failure(busy))
        source.clock.advance(by: .seconds(min(seconds, 60) - 1))
        var rest = busy
        rest.retryAfter = .seconds(1)
        #expect(await cache.token() == .failure(rest))
        #expect(source.count == 1)
        source.clock.advance(by: .seconds(1))
        #expect(try await cache.token().get().value == "t2")
    }

    @Test("forgets a refused token, but not the one that replaced it")
    func invalidate() async throws {
        let source = Source()
        let cache = TokenCache(now: { source.clock.now }, fetch: { source.fetch() })
        let first = try await cache.token().get()
        cache.invalidate(first)
        #expect(try await cache.token().get().value == "t2")
        cache.invalidate(first)
        #expect(try await cache.token().get().value == "t2")
    }

    @Test("lets a hundred callers wait for one fetch")
    func singleFlight() async {
        let source = Source()
        let gate = Gate()
        let cache = TokenCache(
            now: { source.clock.now },
            fetch: {
                await gate.pass()
                return source.fetch()
            }
        )
        let values = await withTaskGroup(of: String?.self) { group in
            group.addTask { try? await cache.token().get().value }
            await gate.arrived()
            for _ in 0..<99 { group.addTask { try? await cache.token().get().value } }
            gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: "t1", count: 100))
        #expect(source.count == 1)
    }

    @Test("refuses callers beyond its limit")
    func limit() async {
        let gate = Gate()
        let clock = TestClock()
        let cache = TokenCache(
            waiterLimit: 0,
            now: { clock.now },
            fetch: {
                await gate.pass()
                return .failure(Self.broken)
            }
        )
        await withTaskGroup(of: Void.self) { group in
            group.addTask { #expect(await cache.token() == .failure(Self.broken)) }
            await gate.arrived()
            #expect(await cache.token() == .failure(TokenFailure(.overloaded, reason: "too-many-waiters")))
            gate.open()
        }
    }

    @Test("lets a waiting caller give up while the fetch goes on")
    func waiterGivesUp() async {
        let gate = Gate()
        let source = Source()
        let cache = TokenCache(
            now: { source.clock.now },
            fetch: {
                await gate.pass()
                return source.fetch()
            }
        )
        await withTaskGroup(of: Void.self) { group in
            group.addTask { #expect(await cache.token().isSuccess) }
            await gate.arrived()
            await withTaskGroup(of: Void.self) { waiting in
                waiting.addTask {
                    #expect(await cache.token() == .failure(TokenFailure(.cancelled, reason: "cancelled")))
                }
                waiting.cancelAll()
            }
            gate.open()
        }
        #expect(source.count == 1)
    }

    @Test("lets another caller take over from a cancelled fetch")
    func takeOver() async {
        let gate = Gate()
        let source = Source()
        let cache = TokenCache(
            now: { source.clock.now },
            fetch: {
                await gate.pass()
                return Task.isCancelled ? .failure(TokenFailure(.cancelled, reason: "cancelled")) : source.fetch()
            }
        )
        await withTaskGroup(of: Void.self) { outer in
            await withTaskGroup(of: Void.self) { inner in
                inner.addTask {
                    #expect(await cache.token() == .failure(TokenFailure(.cancelled, reason: "cancelled")))
                }
                await gate.arrived()
                outer.addTask { #expect(await cache.token().isSuccess) }
                inner.cancelAll()
                gate.open()
            }
        }
        #expect(source.count == 1)
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
