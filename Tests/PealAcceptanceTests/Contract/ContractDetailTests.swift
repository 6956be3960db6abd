import Testing

@Suite("Details of the contract", .sharedSandbox())
struct ContractDetailTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    @Test(
        "a client that asks with the tag of its last answer gets 304 until something has changed",
        arguments: [
            "/api/v1/notifications", "/api/v1/users/me/notifications", "/api/v1/notifications/unread-count",
            "/api/v1/users/me/notification-preferences", "/api/v1/users/me/devices", "/api/v1/client-config",
        ]
    )
    func entityTags(_ path: String) async throws {
        let user = "tag-\(path.utf8.count)-\(path.contains("users"))"
        let anna = try await gss.user(user)
        let first = try await anna.api.send("GET", path)
        let tag = try #require(first["etag"])
        let again = try await anna.api.send("GET", path, headers: [("if-none-match", tag)])
        #expect(again.status == 304, "\(again)")
        #expect(again.bytes.isEmpty)
        #expect(again["etag"] == tag)
        let weak = try await anna.api.send("GET", path, headers: [("if-none-match", "\"x\", W/\(tag)")])
        #expect(weak.status == 304)
        #expect(try await anna.api.send("GET", path, headers: [("if-none-match", "\"x\"")]).status == 200)
        // A backend asks in the same way, and other users' answers have other tags.
        guard !path.hasSuffix("client-config") else { return }
        _ = try await anna.phone()
        try await anna.setCategory("kudos", enabled: false)
        try await gss.trigger(["type": "streak-risk", "to": ["users": ["\(user)"]], "data": ["days": 1]])
        #expect(try await anna.api.send("GET", path, headers: [("if-none-match", tag)]).status == 200)
    }

    @Test("many members are put at once, all or none")
    func members() async throws {
        try await gss.putEntity("event/bulk")
        let path = "/api/v1/entities/event/bulk/members"
        let many = (0..<300).map { ["user": "bulk-\($0)", "role": "participant", "status": "confirmed"] as JSON }
        #expect(try await gss.api.post(path, ["members": .list(many)]) == ["created": 300, "updated": 0])
        let more: [JSON] = [["userId": "bulk-1", "role": "host"], ["user": "bulk-new"]]
        #expect(try await gss.api.post(path, ["members": .list(more)]) == ["created": 1, "updated": 1])
        let page = try await gss.api.get("\(path)?limit=200")
        #expect(page["items"].items.first { $0["user"].string == "bulk-1" }?["role"].string == "host")

        let wrong: [JSON] = [["user": "bulk-x", "role": "participant"], ["user": "bulk-y", "role": "guest"]]
        let refused = try await gss.api.send("POST", path, ["members": .list(wrong)])
        #expect(refused.status == 422)
        #expect(refused.pointers == ["/members/1/role"], "\(refused)")
        let twice: [JSON] = [["user": "bulk-x"], ["user": "bulk-x"]]
        #expect(try await gss.api.send("POST", path, ["members": .list(twice)]).pointers == ["/members"])
        #expect(try await gss.api.send("POST", path, ["members": []]).status == 422)
        #expect(try await gss.api.send("POST", path, ["members": [["role": "host"]]]).pointers == ["/members/0/user"])
        let nowhere = try await gss.api.send("POST", "/api/v1/entities/event/none/members", ["members": .list(more)])
        #expect(nowhere.status == 404)
        let all = try await gss.api.get("\(path)?limit=200&cursor=\(page["nextCursor"].string ?? "")")
        #expect(page["items"].items.count + all["items"].items.count == 301)
    }

    @Test(
        "what went wrong by an hour or more is refused",
        arguments: ["", "?dryRun=true"],
        [nil, "1970-01-01T00:00:00Z"]
    )
    func pastSendAt(query: String, instant: String?) async throws {
        let user = "past-\(query.utf8.count)-\(instant == nil)"
        let anna = try await gss.user(user)
        let now = try await now()
        let year = try #require(Int(now.prefix(4)))
        let past = instant ?? "\(year - 1)\(now.prefix(10).dropFirst(4))T12:00:00Z"
        let kudos: JSON = ["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos]
        let reply = try await gss.api.send("POST", "/api/v1/triggers\(query)", kudos.with("sendAt", "\(past)"))
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.pointers == ["/sendAt"])
        #expect(reply.text.contains("more than an hour in the past"))
        #expect(try await anna.inbox().isEmpty)
    }

    @Test("what is a little late is sent immediately")
    func late() async throws {
        let anna = try await gss.user("past")
        let kudos: JSON = ["type": "kudos", "to": ["users": ["past"]], "data": GSSKind.kudos]
        try await gss.trigger(kudos.with("sendAt", "\(try await now())"))
        #expect(try await anna.inbox().count == 1)
    }

    private func now() async throws -> String {
        try #require(try await sandbox.anyone.get("/sandbox/clock")["now"].string)
    }

    @Test("a cancel says the status that the trigger has from now on")
    func cancelStatus() async throws {
        try await gss.user("cancel")
        let kudos: JSON = ["type": "kudos", "to": ["users": ["cancel"]], "data": GSSKind.kudos]
        let event = try await gss.trigger(kudos)
        let answer = try await gss.api.delete("/api/v1/triggers/\(event.id)")
        #expect(answer["status"].string == "cancelled")
        #expect(try await event.report()["status"].string == "cancelled")
    }

    @Test(
        "S2.3.5: hours are approved for one member, and a trigger for two is refused with what to do",
        arguments: ["hours-approved", "hours-rejected"]
    )
    func oneUser(_ type: String) async throws {
        let nhs = sandbox.backend("nhs")
        let data: JSON = ["hours": 2, "activity": "Run"]
        let body: JSON = [
            "type": "\(type)", "to": ["users": ["one-a", "one-b"]],
            "data": type == "hours-approved" ? data : data.with("reason", "Unsigned"),
        ]
        let reply = try await nhs.post(body.about("hours-request/\(type)"))
        #expect(reply.status == 422)
        #expect(reply.code == "audience-not-allowed")
        #expect(reply.pointers == ["/to/users"])
        #expect(reply.text.contains("send one trigger for each"))
        let one = body.about("hours-request/\(type)").with("to", ["users": ["one-a", "one-a"]])
        #expect(try await nhs.post(one).status == 202)
    }

    @Test("the list of pushes ends: its last page has no cursor")
    func pushes() async throws {
        let page = try await sandbox.anyone.get("/sandbox/pushes")
        #expect(page.names.contains("nextCursor"))
        #expect(page["nextCursor"].isNull)
    }
}

@Suite("A far jump of the sandbox's clock")
struct FarJumpTests {
    @Test(
        "tokens stay valid, and a phone whose device went stale or was forgotten registers again when it is used (R011)",
        arguments: [("2030-08-01T12:00:00Z", ["stale"]), ("2033-06-01T12:00:00Z", [])]
    )
    func usable(_ target: String, _ states: [String]) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.api.put("/api/v1/users/anna", [:])
            let answer = try await sandbox.anyone.post("/sandbox/tokens", ["app": "gss", "user": "anna"])
            let token = try #require(answer["jwt"].string)
            let anna = SignedInUser(sandbox: sandbox, app: "gss", user: "anna", token: token)
            let phone = try await anna.phone()
            try await sandbox.setClock(target)
            #expect(try await anna.devices().map { $0["state"].string } == states)
            _ = try await sandbox.anyone.post("/sandbox/phones/\(phone.id)/online")
            #expect(try await anna.devices().map { $0["state"].string } == ["active"])
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            #expect(try await phone.notifications().count == 1)
        }
    }
}
