import Testing

@Suite("Contract: idempotency", .sharedSandbox())
struct IdempotencyTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    private func kudos(to user: String, from: String = "Dana") -> JSON {
        ["type": "kudos", "to": ["users": ["\(user)"]], "data": ["from": "\(from)", "message": "Thanks!"]]
    }

    @Test("the same key and body give the first answer again, and one effect")
    func replay() async throws {
        let anna = try await gss.user("replay")
        let first = try await gss.post(kudos(to: "replay"), headers: [("idempotency-key", "k-replay")])
        let second = try await gss.post(kudos(to: "replay"), headers: [("idempotency-key", "k-replay")])
        #expect(first.status == 202)
        #expect(first["idempotency-replayed"] == nil)
        #expect(second.status == 202)
        #expect(second["idempotency-replayed"] == "true")
        #expect(second.bytes == first.bytes)
        try await sandbox.settle()
        #expect(try await anna.inbox().count == 1)
    }

    @Test("quoted and bare are the same key")
    func quoted() async throws {
        let anna = try await gss.user("quoted")
        _ = try await gss.post(kudos(to: "quoted"), headers: [("idempotency-key", #""k-quoted""#)])
        let second = try await gss.post(kudos(to: "quoted"), headers: [("idempotency-key", "k-quoted")])
        #expect(second["idempotency-replayed"] == "true")
        try await sandbox.settle()
        #expect(try await anna.inbox().count == 1)
    }

    @Test("another spelling of the path is the same call", arguments: ["//api/v1/triggers", "/api/v1//triggers/"])
    func spelling(path: String) async throws {
        let user = "spelling-\(path.utf8.count)"
        let anna = try await gss.user(user)
        let key = [("idempotency-key", "k-\(user)")]
        let first = try await gss.post(kudos(to: user), headers: key)
        let second = try await gss.api.send("POST", path, kudos(to: user), headers: key)
        #expect(second.status == 202, "\(second)")
        #expect(second["idempotency-replayed"] == "true")
        #expect(second.bytes == first.bytes)
        try await sandbox.settle()
        #expect(try await anna.inbox().count == 1)
    }

    @Test(
        "two keys on one request are refused, and nothing is sent",
        arguments: ["triggers", "users/two-keys/notification-preferences/reset"]
    )
    func twoKeys(path: String) async throws {
        let anna = try await gss.user("two-keys")
        let keys = [("idempotency-key", "k-1"), ("idempotency-key", "k-2")]
        let body = path.hasSuffix("reset") ? nil : kudos(to: "two-keys")
        let refused = try await gss.api.send("POST", "/api/v1/\(path)", body, headers: keys)
        #expect(refused.status == 400, "\(refused)")
        #expect(refused.pointers == ["header:Idempotency-Key"])
        try await sandbox.settle()
        #expect(try await anna.inbox().isEmpty)
    }

    @Test("another body under the same key is a conflict, even one more space")
    func conflict() async throws {
        try await gss.user("conflict")
        _ = try await gss.post(kudos(to: "conflict"), headers: [("idempotency-key", "k-conflict")])
        let other = try await gss.post(kudos(to: "conflict", from: "Eve"), headers: [("idempotency-key", "k-conflict")])
        #expect(other.status == 422)
        #expect(other.code == "idempotency-conflict")
        let spaced = try await gss.api.send(
            raw: "POST",
            "/api/v1/triggers",
            kudos(to: "conflict").bytes + [0x20],
            headers: [("content-type", "application/json"), ("idempotency-key", "k-conflict")]
        )
        #expect(spaced.code == "idempotency-conflict")
    }

    @Test("a key belongs to its app and its call")
    func scope() async throws {
        try await gss.user("scope")
        _ = try await gss.post(kudos(to: "scope"), headers: [("idempotency-key", "k-scope")])
        let bulk = try await gss.api.send(
            "POST",
            "/api/v1/triggers/bulk",
            ["triggers": [kudos(to: "scope")]],
            headers: [("idempotency-key", "k-scope")]
        )
        #expect(bulk.status == 200)
        #expect(bulk["idempotency-replayed"] == nil)
        try await sandbox.backend("match").user("scope")
        let other = try await sandbox.backend("match").post(
            MatchFixture.message(to: "scope"),
            headers: [("idempotency-key", "k-scope")]
        )
        #expect(other.status == 202)
        #expect(other["idempotency-replayed"] == nil)
    }

    @Test("a refusal is not kept: the mended request goes through under the same key")
    func refusalNotStored() async throws {
        try await gss.user("mended")
        let refused = try await gss.post(
            kudos(to: "mended").without("data"),
            headers: [("idempotency-key", "k-mended")]
        )
        #expect(refused.status == 422)
        let mended = try await gss.post(kudos(to: "mended"), headers: [("idempotency-key", "k-mended")])
        #expect(mended.status == 202)
    }

    @Test("the key is looked at before the once-per-transition claim")
    func beforeClaims() async throws {
        let reports = sandbox.backend("reports")
        try await reports.user("rahul")
        let first = try await reports.post(ReportsFixture.change(report: "idem"), headers: [("idempotency-key", "k-1")])
        let replay = try await reports.post(
            ReportsFixture.change(report: "idem"),
            headers: [("idempotency-key", "k-1")]
        )
        let duplicate = try await reports.post(
            ReportsFixture.change(report: "idem"),
            headers: [("idempotency-key", "k-2")]
        )
        #expect(replay.status == 202)
        #expect(replay["idempotency-replayed"] == "true")
        #expect(duplicate.status == 200)
        #expect(duplicate.json["duplicate"].bool == true)
        #expect(duplicate.json["id"] == first.json["id"])
    }

    @Test("side by side with the same key: one effect, the others are told to wait or get the answer")
    func concurrent() async throws {
        let anna = try await gss.user("side")
        let body = kudos(to: "side")
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<20 {
                group.addTask { [gss] in try await gss.post(body, headers: [("idempotency-key", "k-side")]) }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(Set(replies.map(\.status)).isSubset(of: [202, 409]))
        #expect(replies.filter { $0.status == 409 }.allSatisfy { $0.code == "idempotency-in-progress" })
        #expect(Set(replies.filter { $0.status == 202 }.map { $0.json["id"].string }).count == 1)
        try await sandbox.settle()
        #expect(try await anna.inbox().count == 1)
    }

    @Test("other calls of a backend keep their answer too")
    func otherPosts() async throws {
        try await gss.user("resolver")
        let body: JSON = ["user": "resolver", "thread": "kudos"]
        let first = try await gss.api.send(
            "POST",
            "/api/v1/notifications/resolve",
            body,
            headers: [("idempotency-key", "k-resolve")]
        )
        let second = try await gss.api.send(
            "POST",
            "/api/v1/notifications/resolve",
            body,
            headers: [("idempotency-key", "k-resolve")]
        )
        #expect(first.status == 200)
        #expect(second["idempotency-replayed"] == "true")
        #expect(second.bytes == first.bytes)
    }

    @Test("erasing a user deletes the answers about them: a repeated call gives nothing back")
    func erased() async throws {
        try await gss.user("ghost")
        let mute: JSON = ["scope": "thread", "id": "THREADMARK"]
        #expect(try await gss.api.send("PUT", "/api/v1/users/ghost/mutes", mute).status < 300)
        let calls: [(path: String, body: JSON?)] = [
            ("/api/v1/users/ghost/notification-preferences/reset", nil),
            ("/api/v1/users/ghost/devices/push", DeviceAddress(route: .fcmAndroid).body(990)),
            ("/api/v1/notifications/resolve", ["user": "ghost", "thread": "THREADMARK"]),
        ]
        func send(_ call: (path: String, body: JSON?)) async throws -> Reply {
            try await gss.api.send("POST", call.path, call.body, headers: [("idempotency-key", "k-ghost")])
        }
        for call in calls {
            #expect(try await send(call).status < 300, "\(call.path)")
            #expect(try await send(call)["idempotency-replayed"] == "true", "\(call.path)")
        }
        _ = try await gss.api.delete("/api/v1/users/ghost")
        for call in calls {
            let reply = try await send(call)
            #expect([404, 422].contains(reply.status), "\(call.path)")
            #expect(reply["idempotency-replayed"] == nil, "\(call.path)")
        }
    }
}

@Suite("Contract: idempotency in time")
struct IdempotencyExpiryTests {
    @Test("an answer is kept for 24 hours")
    func expiry() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            let body: JSON = ["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos]
            let first = try await gss.post(body, headers: [("idempotency-key", "k")])
            try await sandbox.advance("PT23H")
            #expect(try await gss.post(body, headers: [("idempotency-key", "k")]).json["id"] == first.json["id"])
            try await sandbox.advance("PT2H")
            let later = try await gss.post(body, headers: [("idempotency-key", "k")])
            #expect(later["idempotency-replayed"] == nil)
            #expect(later.json["id"] != first.json["id"])
        }
    }
}
