import Testing

@Suite("Contract: users, entities and members", .sharedSandbox())
struct DirectoryTests {
    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    @Test("a user is put, changed and read")
    func users() async throws {
        let path = "/api/v1/users/dir-anna"
        let created = try await gss.api.send(
            "PUT",
            path,
            ["name": "Anna", "locale": "de", "timeZone": "Europe/Berlin", "roles": ["admin"], "attributes": ["a": 1]]
        )
        #expect(created.status == 201)
        #expect(try await gss.api.send("PUT", path, ["name": "Anna B."]).status == 200)
        let read = try await gss.api.get(path)
        #expect(read["name"].string == "Anna B.")
        #expect(read["id"].string == "dir-anna")
    }

    @Test(
        "identifiers are opaque: slashes, spaces and other scripts survive",
        arguments: [("a%2Fb", "a/b"), ("a%20b", "a b"), ("%E7%8E%8B", "王"), ("a+b", "a+b")]
    )
    func opaqueNames(_ escaped: String, _ name: String) async throws {
        _ = try await gss.api.put("/api/v1/users/\(escaped)", ["name": "X"])
        #expect(try await gss.api.get("/api/v1/users/\(escaped)")["id"].string == name)
    }

    @Test("a user id is its bytes: two spellings of a letter are two users, and neither token opens the other's data")
    func spellings() async throws {
        let (composed, combined) = ("dir-%C3%A9", "dir-e%CC%81")
        _ = try await gss.api.put("/api/v1/users/\(composed)", ["name": "Composed"])
        _ = try await gss.api.put("/api/v1/users/\(combined)", ["name": "Combined"])
        #expect(try await gss.api.get("/api/v1/users/\(composed)")["name"].string == "Composed")
        let token = try await SharedSandbox.sandbox.token("gss", "dir-e\u{301}")
        let caller = APICaller(url: gss.sandbox.url, credential: token)
        #expect(try await caller.send("GET", "/api/v1/users/\(combined)/devices").status == 200)
        #expect(try await caller.send("GET", "/api/v1/users/\(composed)/devices").status == 404)
    }

    @Test("an entity is put, read and deleted with its members")
    func entities() async throws {
        let path = "/api/v1/entities/event/dir-1"
        let created = try await gss.api.send(
            "PUT",
            path,
            ["ownerId": "dir-o", "status": "open", "times": ["startsAt": "2030-01-15T18:00:00+01:00"]]
        )
        #expect(created.status == 201)
        #expect(try await gss.api.get(path)["times"]["startsAt"].string?.hasPrefix("2030-01-15T17:00:00") == true)
        try await gss.user("dir-m")
        try await gss.putMember("dir-m", of: "event/dir-1", ["role": "host", "status": "confirmed"])
        let members = try await gss.api.get("\(path)/members")["items"].items
        #expect(members.map { $0["user"].string } == ["dir-m"])
        #expect(members[0]["role"].string == "host")
        _ = try await gss.api.delete("\(path)/members/dir-m")
        #expect(try await gss.api.get("\(path)/members")["items"].items.isEmpty)
        _ = try await gss.api.delete(path)
        #expect(try await gss.api.send("GET", path).status == 404)
        #expect(try await gss.api.send("DELETE", path).status == 404)
    }

    @Test("members are listed page by page without gap or repetition")
    func memberPaging() async throws {
        try await gss.putEntity("event/dir-2")
        for number in 0..<7 {
            try await gss.user("dir2-\(number)")
            try await gss.putMember("dir2-\(number)", of: "event/dir-2")
        }
        var seen: [String] = []
        var cursor = ""
        for _ in 0..<5 {
            let page = try await gss.api.get("/api/v1/entities/event/dir-2/members?limit=3\(cursor)")
            seen += page["items"].items.compactMap { $0["user"].string }
            guard let next = page["nextCursor"].string else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(seen == (0..<7).map { "dir2-\($0)" })
    }

    @Test("a cursor of one listing opens no other")
    func foreignCursor() async throws {
        try await gss.putEntity("event/dir-3")
        for user in ["dir3-a", "dir3-b"] {
            try await gss.user(user)
            try await gss.putMember(user, of: "event/dir-3")
        }
        let cursor = try #require(
            try await gss.api.get("/api/v1/entities/event/dir-3/members?limit=1")["nextCursor"].string
        )
        let reply = try await gss.api.send("GET", "/api/v1/triggers?cursor=\(cursor)")
        #expect(reply.status == 422)
        #expect(reply.pointers == ["?cursor"])
    }

    @Test("an export holds every row: of an app without an inbox, of a switched-off category, and cleared ones")
    func exportOfHiddenRows() async throws {
        let reports = try SharedSandbox.sandbox.backend("reports")
        try await reports.user("dir-export")
        try await reports.trigger(ReportsFixture.change(report: "dir-export", owner: "dir-export"))
        let quiet = try await gss.user("dir-export")
        try await quiet.setCategory("kudos", enabled: false)
        let kudos: JSON = ["type": "kudos", "to": ["users": ["dir-export"]], "data": GSSKind.kudos]
        try await gss.trigger(kudos)
        try await quiet.setCategory("kudos", enabled: true)
        try await gss.trigger(kudos)
        _ = try await quiet.api.delete("/api/v1/notifications")
        for (backend, count) in [(reports, 1), (gss, 2)] {
            let rows = try await backend.api.get("/api/v1/users/dir-export/export")["notifications"].items
            #expect(rows.count == count)
            #expect(rows.allSatisfy { $0["hidden"].bool == true }, "\(rows)")
            let receipt = try await backend.api.delete("/api/v1/users/dir-export")
            #expect(receipt["erased"]["notifications"].int == count)
        }
    }

    @Test("erasing says what was held, and afterwards nothing is")
    func erase() async throws {
        let anna = try await gss.user("dir-erase")
        _ = try await anna.phone()
        try await gss.putEntity("event/dir-4")
        try await gss.putMember("dir-erase", of: "event/dir-4")
        try await anna.mute(["scope": "all", "for": "PT1H"])
        try await anna.setCategory("kudos", enabled: false)
        try await gss.trigger(["type": "streak-risk", "to": ["users": ["dir-erase"]], "data": ["days": 3]])
        let export = try await gss.api.get("/api/v1/users/dir-erase/export")
        #expect(export["devices"].items.count == 1)
        #expect(export["memberships"].items.count == 1)
        #expect(export["notifications"].items.count == 1)
        #expect(export["preferences"]["categories"]["kudos"]["enabled"].bool == false)
        #expect(export["notifications"][0]["hidden"].isNull)
        let receipt = try await gss.api.delete("/api/v1/users/dir-erase")
        #expect(
            receipt["erased"] == ["devices": 1, "notifications": 1, "memberships": 1, "mutes": 1, "preferences": 1]
        )
        #expect(try await gss.api.send("GET", "/api/v1/users/dir-erase/export").status == 404)
        #expect(try await gss.api.get("/api/v1/entities/event/dir-4/members")["items"].items.isEmpty)
        #expect(try await anna.api.send("GET", "/api/v1/users/me/devices").status == 401)
    }

    @Test("an export holds what an app without an inbox stores, as many as the receipt of the erasure counts")
    func exportWithoutInbox() async throws {
        let reports = try SharedSandbox.sandbox.backend("reports")
        // A user that a push reaches: of a decision that reaches nobody no text is kept.
        _ = try await reports.user("rahul-export").phone(on: .fcmAndroid)
        try await reports.trigger([
            "type": "assigned", "entity": "report/export-1", "transition": "t1",
            "entities": ["report/export-1": ["ownerId": "rahul-export", "status": "assigned"]],
            "data": ["title": "EXPORTMARK"],
        ])
        let export = try await reports.api.get("/api/v1/users/rahul-export/export")
        #expect(export["notifications"].items.count == 1)
        #expect(export["notifications"].items.first?["hidden"].bool == true)
        #expect(export["notifications"].items.first?["body"].string?.contains("EXPORTMARK") == true)
        let receipt = try await reports.api.delete("/api/v1/users/rahul-export")
        #expect(receipt["erased"]["notifications"].int == 1)
    }
}
