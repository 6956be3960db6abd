import NIOCore
import PealCore
import PealHTTP
import Testing

// One test at a time: their sockets have deadlines of seconds, which hundreds of others would use up.
@Suite("A listener that many share", .serialized)
struct SharedListenerTests {
    private static let health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static func limits(_ connections: Int, proxies: TrustedProxies) -> EdgeLimits {
        var limits = EdgeLimits()
        limits.connections.connections = connections
        // Nothing but a newer connection can be the reason for an end.
        limits.connections.header = .seconds(3000)
        limits.connections.idle = .seconds(3000)
        limits.rates = RateLimits(proxies: proxies)
        return limits
    }

    @Test("at the most connections there may be, the one that is idle for the longest time ends for a new one")
    func full() async throws {
        try await EdgeWorld.run(limits: Self.limits(16, proxies: ["127.0.0.1"])) { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask { try await RawConnection.untilEnded(port: world.port) }
                }
                for _ in 0..<20 {
                    let status = try await world.call("GET", "/healthz", key: nil).status
                    #expect(status == 200)
                }
                let ended = try await world.metric(#"peal_http_connections_ended_total{reason="full"}"#)
                #expect(ended.map { $0 >= 20 } == true)
                group.cancelAll()
            }
        }
    }

    @Test("an address holds a quarter of them, and its own oldest one ends for one more")
    func quarter() async throws {
        try await EdgeWorld.run(limits: Self.limits(16, proxies: [])) { world in
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await RawConnection.with(port: world.port) { connection in
                            try await connection.send(Self.health)
                            return await connection.untilClosed()
                        }
                    }
                }
                // Six of ten end, whether they were answered before or not.
                for _ in 0..<6 { _ = try await group.next() }
                let status = try await world.call("GET", "/healthz", key: nil).status
                #expect(status == 200)
                let open = try await world.metric("peal_http_connections")
                #expect(open.map { $0 <= 4 } == true)
                group.cancelAll()
            }
        }
    }

    @Test("whoever sends many requests without waiting is answered in turn, until the limit of its address")
    func pipelined() async throws {
        var limits = EdgeLimits()
        limits.rates = RateLimits(address: RateRule(rate: 1, burst: 20))
        try await EdgeWorld.run(limits: limits) { world in
            let answers = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(
                    String(repeating: Self.health, count: 400)
                        + Self.health.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
                )
                return await connection.untilClosed()
            }
            let allowed = answers.ranges(of: "HTTP/1.1 200").count
            #expect((200..<260).contains(allowed))
            #expect(answers.ranges(of: "HTTP/1.1 429").count == 401 - allowed)
        }
    }

    @Test(
        "what anybody may fetch counts by address, ten times as generously as other calls",
        arguments: ["/healthz", "/readyz", "/nothing", "/peal.js", "/metrics", "/wp-login.php"]
    )
    func lookups(path: String) async throws {
        var limits = EdgeLimits()
        limits.rates = RateLimits(address: RateRule(rate: 1, burst: 2))
        try await EdgeWorld.run(limits: limits) { world in
            let client = [("x-forwarded-for", "203.0.113.7")]
            var refused: EdgeWorld.Answer?
            for _ in 0..<2_000 where refused == nil {
                let answer = try await world.call("GET", path, key: nil, headers: client)
                if answer.status == 429 { refused = answer }
            }
            #expect(refused?.text.contains("\"limit\":\"address\"") == true)
            #expect(refused?["retry-after"] != nil)
            // Neither others nor whoever is known are kept out.
            #expect(
                try await world.call("GET", "/healthz", key: nil, headers: [("x-forwarded-for", "203.0.113.8")]).status
                    == 200
            )
            #expect(try await world.call("GET", "/api/v1/triggers", headers: client).status == 200)
        }
    }

    @Test("preflights count as well, whatever page they are of", arguments: ["https://app.example", "null", "x"])
    func preflights(origin: String) async throws {
        var limits = EdgeLimits()
        limits.rates = RateLimits(address: RateRule(rate: 1, burst: 2))
        try await EdgeWorld.run(limits: limits) { world in
            let headers = [("origin", origin), ("access-control-request-method", "PUT")]
            var answer = try await world.call("OPTIONS", "/api/v1/users/ann", key: nil, headers: headers)
            #expect(answer.status == 204)
            for _ in 0..<2_000 where answer.status == 204 {
                answer = try await world.call("OPTIONS", "/api/v1/users/ann", key: nil, headers: headers)
            }
            #expect(answer.status == 429 && answer["retry-after"] != nil, "\(answer)")
            #expect(try await world.call("PUT", "/api/v1/users/ann", body: "{}").status == 201)
        }
    }

    @Test("a stranger whose keys are refused does not keep a monitor from its answer")
    func monitor() async throws {
        var limits = EdgeLimits()
        limits.rates = RateLimits(address: RateRule(rate: 1, burst: 2))
        try await EdgeWorld.run(limits: limits) { world in
            var status = 401
            for _ in 0..<500 where status == 401 {
                status = try await world.call("GET", "/api/v1/triggers", key: "sk_live_wrong").status
            }
            #expect(status == 429)
            #expect(try await world.call("GET", "/healthz", key: nil).status == 200)
        }
    }
}
