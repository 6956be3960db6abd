import HTTPTypes
import NIOCore
import PealCore
import PealWire
import Synchronization
import Testing

@testable import PealHTTP

@Suite("Limits of callers")
struct RateLimiterTests {
    private static func address(_ text: String) -> ClientAddress {
        ClientAddress(peer: try? SocketAddress(ipAddress: text, port: 1), authority: nil, headers: [:], proxies: [])
    }

    private static func limiter(_ uptime: @escaping @Sendable () -> Duration = { .zero }) -> RateLimiter {
        let rule = RateRule(rate: 2, burst: 4)
        return RateLimiter(limits: RateLimits(key: rule, user: rule, address: rule), uptime: uptime)
    }

    @Test("each user of each app, and each address, has a limit of its own")
    func own() {
        let limiter = Self.limiter()
        for app in ["gss", "match"] as [AppID] {
            for user in ["anna", "bob"] as [UserID] {
                let allowed = (0..<6).count { _ in limiter.take(.endUser(app: app, user: user)).verdict.isAllowed }
                #expect(allowed == 4)
            }
        }
        for text in ["203.0.113.7", "203.0.113.8"] {
            #expect((0..<6).count { _ in limiter.take(Self.address(text)).verdict.isAllowed } == 4)
        }
        #expect(limiter.refusals == ["user": 8, "address": 4])
    }

    @Test("a refused caller learns the limit, its policy and when to come again; then it is let through")
    func refused() throws {
        let clock = Mutex(Duration.zero)
        let limiter = Self.limiter { clock.withLock { $0 } }
        let caller = Caller.endUser(app: "gss", user: "anna")
        let first = limiter.take(caller)
        #expect(first.policy == "\"user\";q=4;w=2")
        #expect(first.field == "\"user\";r=3;t=1")
        for _ in 0..<3 { _ = limiter.take(caller) }
        let refused = limiter.take(caller)
        #expect(refused.field == "\"user\";r=0;t=2")
        let problem = refused.problem
        #expect(problem.status == 429)
        #expect(problem.code == .limitReached)
        #expect(problem.limit == "user")
        #expect(problem.retryAfter == 2)
        clock.withLock { $0 = .seconds(2) }
        #expect(limiter.take(caller).verdict.isAllowed)
    }
}
