import Testing

@Suite("Contract: calls of the sandbox", .timeLimit(.minutes(15)), .sharedSandbox())
struct SandboxCallTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    @Test(
        "a listing of pushes that is asked for wrongly is refused",
        arguments: [
            ("since=abc", "?since"), ("since=-1", "?since"), ("provider=x", "?provider"), ("provider=FCM", "?provider"),
            ("from=0", "?from"),
        ]
    )
    func pushes(query: String, pointer: String) async throws {
        let reply = try await sandbox.anyone.send("GET", "/sandbox/pushes?\(query)")
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.pointers == [pointer])
    }

    @Test(
        "pushes are listed from a cursor or an instant on",
        arguments: ["", "?since=0", "?since=2026-11-20T18:00:00Z", "?provider=fcm&since="]
    )
    func listed(query: String) async throws {
        #expect(try await sandbox.anyone.send("GET", "/sandbox/pushes\(query)").status == 200)
    }

    @Test("no user called me is made", arguments: ["/sandbox/phones", "/sandbox/tokens"])
    func caller(path: String) async throws {
        let body: JSON = ["app": "gss", "user": "me", "provider": "fcm", "platform": "android"]
        let reply = try await sandbox.anyone.send(
            "POST",
            path,
            path.hasSuffix("tokens") ? body.without("provider").without("platform") : body
        )
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.pointers == ["/user"])
    }

    @Test("the mute over the most there may be is refused with 422: no waiting makes room")
    func mutes() async throws {
        let anna = try await sandbox.backend("gss").person("mutes")
        for number in 1...200 { try await anna.mute(["scope": "thread", "id": "t\(number)"]) }
        let reply = try await anna.api.send("PUT", "/api/v1/users/me/mutes", ["scope": "thread", "id": "t201"])
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.code == "limit-reached")
        #expect(reply.json["limit"].string == "mutes")
        #expect(reply.json["detail"].string == "a user can have at most 200 mutes; delete one first")
        #expect(reply["retry-after"] == nil)
    }
}
