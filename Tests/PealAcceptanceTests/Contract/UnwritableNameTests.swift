import Testing

@Suite("Contract: names that no URL carries", .sharedSandbox())
struct UnwritableNameTests {
    static let names = [".", "..", "%2e", "%2E%2e", ".%2e", "%2e."]

    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    private func trigger(_ more: [String: JSON]) -> JSON {
        more.reduce(["type": "kudos", "to": ["users": ["x"]], "data": GSSKind.kudos]) { $0.with($1.key, $1.value) }
    }

    @Test("are refused in every body that makes or names a user or an entity", arguments: names)
    func bodies(name: String) async throws {
        let text: JSON = "\(name)"
        try await gss.putEntity("event/e1")
        let triggers: [(JSON, String)] = [
            (trigger(["to": ["users": ["ann", text]]]), "/to/users/1"),
            (trigger(["entity": "event/\(name)"]), "/entity"),
            (trigger(["actor": ["id": text]]), "/actor/id"),
            (trigger(["to": ["members": ["of": "event/\(name)"]]]), "/to/members/of"),
        ]
        for (body, pointer) in triggers {
            let reply = try await gss.post(body)
            #expect(reply.status == 422, "\(reply)")
            #expect(reply.pointers == [pointer], "\(reply)")
        }
        let inline = try await gss.post(trigger(["entities": JSON(dictionaryLiteral: ("event/\(name)", [:]))]))
        #expect(inline.status == 422, "\(inline)")
        let calls: [(String, String, JSON)] = [
            ("POST", "entities/event/e1/members", ["members": [["user": text, "role": "participant"]]]),
            ("PUT", "entities/event/e2", ["ownerId": text]), ("PUT", "entities/event/e2", ["parent": "org/\(name)"]),
            ("POST", "notifications/resolve", ["user": text, "thread": "t"]),
        ]
        for (method, path, body) in calls {
            let reply = try await gss.api.send(method, "/api/v1/\(path)", body)
            #expect(reply.status == 422, "\(reply)")
        }
        let bulk = try await gss.api.post("/api/v1/users/bulk", ["users": [["id": text], ["id": "fine"]]])
        #expect(bulk["items"].items.map { $0["status"].int.map { $0 / 100 } } == [4, 2])
    }

    @Test(
        "are refused in a path, as clients that do not clean it send it",
        arguments: ["%2e", "%2e%2e", "%2E%2E", ".%2e", "%252e", "%252E%252e"]
    )
    func paths(name: String) async throws {
        try await gss.putEntity("event/e1")
        for path in ["users/\(name)", "entities/event/\(name)", "entities/event/e1/members/\(name)"] {
            let reply = try await gss.api.send("PUT", "/api/v1/\(path)", [:])
            #expect(reply.status == 422, "\(reply)")
        }
    }

    @Test("are no subject of a token", arguments: [".", ".."])
    func subject(name: String) async throws {
        let reply = try await gss.sandbox.anyone.send("POST", "/sandbox/tokens", ["app": "gss", "user": "\(name)"])
        #expect(reply.status == 422, "\(reply)")
    }

    @Test("names with dots are names", arguments: ["...", "a.", ".a", "..a", "a..b", "%2e%2e%2e", "a.b.c"])
    func dots(name: String) async throws {
        let bulk = try await gss.api.post("/api/v1/users/bulk", ["users": [["id": "\(name)"]]])
        #expect(bulk["items"].items.map { $0["status"].int } == [201], "\(bulk)")
        #expect(try await gss.post(trigger(["to": ["users": ["\(name)"]], "entity": "event/\(name)"])).status == 202)
    }
}
