import Testing

@Suite("Contract: the calls of a sandbox", .sharedSandbox())
struct SandboxCallTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    @Test(
        "a filter of the request log that cannot be meant is refused",
        arguments: [
            ("since=abc", "?since"), ("since=-1", "?since"), ("since=2026-11-20", "?since"),
            ("provider=x", "?provider"),
            ("provider=FCM", "?provider"), ("from=0", "?from"),
        ]
    )
    func filters(query: String, pointer: String) async throws {
        let reply = try await sandbox.anyone.send("GET", "/sandbox/pushes?\(query)")
        #expect(reply.status == 422)
        #expect(reply.pointers == [pointer])
    }

    @Test(
        "a filter that can be meant is taken",
        arguments: ["", "?since=0", "?since=2026-11-20T18:00:00Z", "?provider=fcm", "?provider=webpush&since=1"]
    )
    func soundFilters(query: String) async throws {
        #expect(try await sandbox.anyone.send("GET", "/sandbox/pushes\(query)").status == 200)
    }

    @Test("neither a phone nor a token makes a user named \"me\"", arguments: ["/sandbox/phones", "/sandbox/tokens"])
    func me(path: String) async throws {
        var body: JSON = ["app": "gss", "user": "me"]
        if path == "/sandbox/phones" {
            body["provider"] = "fcm"
            body["platform"] = "android"
        } else {
            body["roles"] = ["admin"]
        }
        let reply = try await sandbox.anyone.send("POST", path, body)
        #expect(reply.status == 422)
        #expect(reply.pointers == ["/user"])
    }

    private static let elsewhere = [
        "https://collector.evil.example/x", "https://fcm.googleapis.com/fcm/send/a", "https://127.0.0.1:1/wp/gss/a",
        "https://localhost/x",
    ]

    @Test(
        "a browser's subscription at any host but the simulator's is refused, so that nothing leaves the machine",
        arguments: elsewhere
    )
    func endpoints(_ endpoint: String) async throws {
        let user = try await sandbox.backend("gss").user("endpoint-\(endpoint.utf8.count)")
        let good = try await user.addresses(.webpush).body(400 + endpoint.utf8.count)
        let body = good.with("subscription", good["subscription"].with("endpoint", "\(endpoint)"))
        let reply = try await user.register(body)
        #expect(reply.status == 422)
        #expect(!reply.pointers.isEmpty && reply.pointers.allSatisfy { $0.hasPrefix("/subscription") })
        #expect(try await user.devices().isEmpty)
        #expect(try await user.register(good).status == 201)
    }
}
