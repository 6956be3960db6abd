import Testing

@Suite("Who a sandbox serves")
struct SandboxCallerTests {
    private static let paths = [
        "/api/v1/triggers", "/", "/openapi.json", "/metrics", "/healthz", "/sandbox/apps", "/nope",
    ]

    @Test("nobody who asks for another host: a name of theirs may resolve to this machine", arguments: paths)
    func otherHost(path: String) async throws {
        try await EdgeWorld.run { world in
            for host in ["evil.example", "127.0.0.1.evil.example:\(world.port)", "0.0.0.0:\(world.port)"] {
                let answer = try await world.call("GET", path, headers: [("host", host)])
                #expect(answer.status == 404, "\(answer)")
                #expect(answer.text.contains("a sandbox serves only the hosts"), "\(answer)")
            }
        }
    }

    @Test("no web page of another origin", arguments: paths)
    func otherOrigin(path: String) async throws {
        try await EdgeWorld.run { world in
            for origin in ["https://evil.example", "http://localhost:1", "null"] {
                let answer = try await world.call("GET", path, headers: [("origin", origin)])
                #expect(answer.status == 404, "\(answer)")
            }
        }
    }

    @Test("everyone on this machine, by each of its names and at any port, and its own pages")
    func thisMachine() async throws {
        try await EdgeWorld.run { world in
            for host in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"].flatMap({ [$0, "\($0):\(world.port)"] }) {
                for path in ["/api/v1/triggers", "/sandbox/apps", "/healthz"] {
                    let plain = try await world.call("GET", path, headers: [("host", host)])
                    #expect(plain.status == 200, "\(plain)")
                    let page = [("host", host), ("origin", "http://\(host)")]
                    let own = try await world.call("GET", path, headers: page)
                    #expect(own.status == 200, "\(own)")
                }
            }
        }
    }
}
