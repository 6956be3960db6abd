import Testing

@Suite("Contract: an idempotency key belongs to one user", .sharedSandbox())
struct IdempotencySubjectTests {
    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    private func notified(_ user: String) async throws -> SignedInUser {
        let signedIn = try await gss.user(user)
        try await gss.trigger(["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos])
        return signedIn
    }

    private func send(_ path: String, _ query: String, key: String, _ body: JSON? = nil) async throws -> Reply {
        try await gss.api.send("POST", "/api/v1/\(path)?\(query)", body, headers: [("idempotency-key", key)])
    }

    @Test(
        "another user in the query is a conflict, and nothing is replayed",
        arguments: [
            "notifications/read-all", "notifications/seen", "notifications/restore", "notifications/received",
        ]
    )
    func many(path: String) async throws {
        let name = path.split(separator: "/")[1]
        let (ana, ben) = (try await notified("ana-\(name)"), try await notified("ben-\(name)"))
        let rows = try await ana.inbox()
        let body: JSON? = name == "received" ? ["ids": .list(rows.prefix(1).map { $0["id"] })] : nil
        let first = try await send(path, "user=\(ana.user)", key: "k-\(name)", body)
        #expect(first.status == 200, "\(first)")
        let again = try await send(path, "user=\(ana.user)", key: "k-\(name)", body)
        #expect(again["idempotency-replayed"] == "true")
        #expect(again.bytes == first.bytes)
        let other = try await send(path, "user=\(ben.user)", key: "k-\(name)", body)
        #expect(other.status == 422, "\(other)")
        #expect(other.code == "idempotency-conflict")
        #expect(try await ben.inbox().first?["isRead"].bool != true)
        #expect(try await send(path, "user=\(ben.user)", key: "k2-\(name)", body).status == 200)
    }

    @Test(
        "of one notification as well",
        arguments: ["read", "unread", "received", "opened", "dismissed", "acknowledge"]
    )
    func one(mark: String) async throws {
        let (ana, ben) = (try await notified("ana1-\(mark)"), try await notified("ben1-\(mark)"))
        let id = try #require(try await ana.inbox().first?["id"].string)
        let path = "notifications/\(id)/\(mark)"
        let first = try await send(path, "user=\(ana.user)", key: "k1-\(mark)")
        #expect(first.status < 300, "\(first)")
        let other = try await send(path, "user=\(ben.user)", key: "k1-\(mark)")
        #expect(other.code == "idempotency-conflict", "\(other)")
    }

    @Test(
        "the same query in another spelling is the same request",
        arguments: ["user=%61nn-spelled", "user=ann%2Dspelled", "&user=ann-spelled&", "user=ann-spelled"]
    )
    func spelling(query: String) async throws {
        _ = try await gss.user("ann-spelled")
        let key = "k-spelled-\(query.utf8.map(String.init).joined())"
        _ = try await send("notifications/read-all", "user=ann-spelled", key: key)
        let again = try await send("notifications/read-all", query, key: key)
        #expect(again.status == 200, "\(again)")
        #expect(again["idempotency-replayed"] == "true")
    }

    @Test("what says that it is no dry run is the same as what does not say it")
    func dryRun() async throws {
        _ = try await gss.user("dry")
        let body: JSON = ["type": "kudos", "to": ["users": ["dry"]], "data": GSSKind.kudos]
        let first = try await send("triggers", "", key: "k-dry", body)
        #expect(first.status == 202, "\(first)")
        #expect(try await send("triggers", "dryRun=false", key: "k-dry", body)["idempotency-replayed"] == "true")
        #expect(try await send("triggers", "dryRun=true", key: "k-dry", body).json["dryRun"].bool == true)
    }

    @Test("erasing the user of the query deletes the answer about them")
    func erased() async throws {
        let ghost = try await notified("ghost-q")
        _ = try await send("notifications/read-all", "user=ghost-q", key: "k-ghost-q")
        #expect(
            try await send("notifications/read-all", "user=ghost-q", key: "k-ghost-q")["idempotency-replayed"] == "true"
        )
        _ = try await gss.api.delete("/api/v1/users/\(ghost.user)")
        #expect(try await send("notifications/read-all", "user=ghost-q", key: "k-ghost-q").status == 404)
    }
}
