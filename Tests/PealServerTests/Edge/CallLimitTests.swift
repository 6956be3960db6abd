import PealCore
import PealHTTP
import Testing

@Suite("Limits of calls")
struct CallLimitTests {
    private static let rule = RateRule(rate: 1, burst: 5)
    private static let large = RateRule(rate: 100_000, burst: 100_000)

    /// The first answer that is 429, and how many came before it.
    private static func refused(_ call: () async throws -> EdgeWorld.Answer) async throws -> EdgeWorld.Answer? {
        for _ in 0..<500 {
            let answer = try await call()
            if answer.status == 429 { return answer }
        }
        return nil
    }

    private static func expect(_ answer: EdgeWorld.Answer?, limit: String) throws {
        let answer = try #require(answer)
        #expect(answer["retry-after"].flatMap { Int($0) }.map { (1...5).contains($0) } == true)
        #expect(answer["ratelimit-policy"] == "\"\(limit)\";q=5;w=5")
        #expect(answer["ratelimit"]?.hasPrefix("\"\(limit)\";r=0;t=") == true)
        #expect(answer.text.contains("\"code\":\"limit-reached\""))
        #expect(answer.text.contains("\"limit\":\"\(limit)\""))
    }

    @Test("a key over its rate is told when to come again; another key goes on")
    func key() async throws {
        let rates = RateLimits(key: Self.rule, user: Self.large, address: Self.large)
        try await EdgeWorld.run(limits: EdgeLimits(rates: rates)) { world in
            let first = try await world.call("GET", "/api/v1/triggers")
            #expect(first.status == 200)
            #expect(first["ratelimit-policy"] == "\"key\";q=5;w=5")
            #expect(first["ratelimit"] == "\"key\";r=4;t=1")
            let answer = try await Self.refused { try await world.call("GET", "/api/v1/triggers") }
            try Self.expect(answer, limit: "key")
            #expect(try await world.call("GET", "/api/v1/triggers", key: "sk_test_match").status == 200)
            #expect(try await world.call("GET", "/healthz", key: nil).status == 200)
            #expect(try await world.metric(#"peal_rate_limited_total{limit="key"}"#).map { $0 >= 1 } == true)
        }
    }

    @Test("strangers are limited by their address, seen through the proxy; whoever is known is not")
    func address() async throws {
        let rates = RateLimits(key: Self.large, user: Self.large, address: Self.rule)
        try await EdgeWorld.run(limits: EdgeLimits(rates: rates)) { world in
            let stranger = [("x-forwarded-for", "203.0.113.7")]
            let answer = try await Self.refused {
                try await world.call("GET", "/api/v1/triggers", key: "sk_live_wrong", headers: stranger)
            }
            try Self.expect(answer, limit: "address")
            let other = try await world.call(
                "GET",
                "/api/v1/triggers",
                key: "sk_live_wrong",
                headers: [("x-forwarded-for", "203.0.113.8")]
            )
            #expect(other.status == 401)
            #expect(try await world.call("GET", "/api/v1/triggers", headers: stranger).status == 200)
            #expect(try await world.metric(#"peal_auth_failures_total{reason="unknown-key"}"#).map { $0 >= 6 } == true)
        }
    }

    @Test(
        "answers of the API let a browser do nothing but read them",
        arguments: ["/healthz", "/api/v1/triggers", "/no"]
    )
    func headers(path: String) async throws {
        try await EdgeWorld.run { world in
            let answer = try await world.call("GET", path)
            #expect(answer["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
            #expect(answer["cross-origin-resource-policy"] == "same-origin")
            #expect(answer["referrer-policy"] == "no-referrer")
            #expect(answer["x-content-type-options"] == "nosniff")
        }
    }
}
