import Testing

@Suite("S0 GSS: notification history", .sharedSandbox())
struct HistoryTests {
    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    /// A user with so many kudos, the last one newest.
    private func signedInUser(_ user: String, kudos count: Int) async throws -> SignedInUser {
        let signedIn = try await gss.user(user)
        for number in 1...count {
            try await gss.trigger([
                "type": "kudos", "to": ["users": ["\(user)"]], "data": ["from": "Dana \(number)", "message": "Thanks"],
            ])
        }
        return signedIn
    }

    /// The numbers in the titles.
    private func numbers(_ rows: [JSON]) -> [Int] {
        rows.compactMap { $0["title"].string?.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }

    @Test("Model: a row is S0's Notification (R190)")
    func model() async throws {
        let anna = try await signedInUser("anna-model", kudos: 1)
        let row = try #require(try await anna.inbox().first)
        #expect(row["userId"].string == "anna-model")
        #expect(row["category"].string == "kudos")
        #expect(row["title"].string == "Dana 1 sent you kudos")
        #expect(row["body"].string == "“Thanks”")
        #expect(row["priority"].string == "normal")
        #expect(row["status"].string == "delivered")
        #expect(row["channels"].items.compactMap(\.string).contains("in-app"))
        #expect(row["createdAt"].string?.hasSuffix("Z") == true)
        #expect(row["readAt"].isNull)
    }

    @Test("each row says in a sentence why the user got it, in their language", arguments: ["en", "de"])
    func why(locale: String) async throws {
        let anna = try await gss.user("anna-why-\(locale)", ["locale": "\(locale)"])
        try await gss.trigger(["type": "kudos", "to": ["users": ["\(anna.user)"]], "data": GSSKind.kudos])
        let why = try await anna.inbox().first?["why"].string
        #expect(why == (locale == "de" ? "Ein anderes Mitglied hat dir gedankt." : "Another member thanked you."))
    }

    @Test("AC5.2: newest first, by limit and cursor without gap or repetition")
    func cursorPaging() async throws {
        let anna = try await signedInUser("anna-cursor", kudos: 7)
        var seen: [Int] = []
        var query = "?limit=3"
        var pages = 0
        while pages < 5 {
            let page = try await anna.api.get("/api/v1/users/me/notifications\(query)")
            seen += numbers(page["items"].items)
            pages += 1
            guard let cursor = page["nextCursor"].string else { break }
            query = "?limit=3&cursor=\(cursor)"
        }
        #expect(pages == 3)
        #expect(seen == (1...7).reversed())
    }

    @Test("AC5.2: the last 50 where nothing else is asked for, the others on the next page (R175)")
    func lastFifty() async throws {
        let anna = try await gss.user("anna-fifty")
        let triggers = (1...51).map { number -> JSON in
            ["type": "kudos", "to": ["users": ["anna-fifty"]], "data": ["from": "Dana \(number)", "message": "Hi"]]
        }
        _ = try await gss.api.post("/api/v1/triggers/bulk", ["triggers": .list(triggers)])
        try await gss.sandbox.settle()
        let page = try await anna.api.get("/api/v1/notifications")
        #expect(page["items"].items.count == 50)
        let cursor = try #require(page["nextCursor"].string)
        let next = try await anna.api.get("/api/v1/notifications?cursor=\(cursor)")
        #expect(Set(numbers(page["items"].items + next["items"].items)) == Set(1...51))
        #expect(next["nextCursor"].isNull)
    }

    @Test("API-4: limit and offset as S0 writes them (R234)")
    func offsetPaging() async throws {
        let anna = try await signedInUser("anna-offset", kudos: 5)
        let rows = try await anna.inbox("?limit=2&offset=2")
        #expect(numbers(rows) == [3, 2])
    }

    @Test("API-5, IF-notif: read one, unread filter and count follow (R180, R185, R234)")
    func readOne() async throws {
        let anna = try await signedInUser("anna-read", kudos: 3)
        let newest = try #require(try await anna.inbox().first?["id"].string)
        let answer = try await anna.api.send("PATCH", "/api/v1/notifications/\(newest)/read")
        #expect([200, 204].contains(answer.status))
        #expect(try await anna.unreadCount() == 2)
        #expect(numbers(try await anna.inbox("?status=unread")) == [2, 1])
        #expect(numbers(try await anna.inbox("?status=read")) == [3])
        #expect(try await anna.inbox("?status=all").count == 3)
        let row = try #require(try await anna.inbox("?status=read").first)
        #expect(row["status"].string == "read")
        #expect(row["readAt"].string != nil)
    }

    @Test("AC5.6: mark all as read (R182)")
    func readAll() async throws {
        let anna = try await signedInUser("anna-all", kudos: 3)
        _ = try await anna.api.post("/api/v1/notifications/read-all")
        #expect(try await anna.unreadCount() == 0)
        #expect(try await anna.inbox("?status=unread").isEmpty)
        #expect(try await anna.inbox().count == 3)
    }

    @Test("AC5.5: a deleted row is gone and no longer counts (R184, R234)")
    func delete() async throws {
        let anna = try await signedInUser("anna-delete", kudos: 2)
        let newest = try #require(try await anna.inbox().first?["id"].string)
        _ = try await anna.api.delete("/api/v1/notifications/\(newest)")
        #expect(numbers(try await anna.inbox()) == [1])
        #expect(try await anna.unreadCount() == 1)
        #expect(try await anna.api.send("PATCH", "/api/v1/notifications/\(newest)/read").status == 404)
    }

    @Test("AC5.V: what one client marks is so for the other (R187)")
    func acrossClients() async throws {
        let first = try await signedInUser("anna-both", kudos: 2)
        let token = try await first.sandbox.token("gss", "anna-both", expiresIn: "P20D")
        let second = SignedInUser(sandbox: first.sandbox, app: "gss", user: "anna-both", token: token)
        let newest = try #require(try await first.inbox().first?["id"].string)
        _ = try await first.api.post("/api/v1/notifications/\(newest)/read")
        #expect(try await second.inbox().map { $0["status"].string } == ["read", "delivered"])
        #expect(try await second.unreadCount() == 1)
        _ = try await second.api.post("/api/v1/notifications/\(newest)/unread")
        #expect(try await first.inbox().map { $0["readAt"].isNull } == [true, true])
        #expect(try await first.unreadCount() == 2)
    }

    @Test(
        "AC5.V: nobody else may read, mark or delete a row",
        arguments: [("PATCH", "/read"), ("POST", "/unread"), ("POST", "/opened"), ("DELETE", "")]
    )
    func foreignRows(method: String, call: String) async throws {
        let anna = try await signedInUser("foreign-\(method)\(call.dropFirst())", kudos: 1)
        let mallory = try await gss.user("mallory-foreign")
        let row = try #require(try await anna.inbox().first?["id"].string)
        #expect(try await mallory.api.send(method, "/api/v1/notifications/\(row)\(call)").status == 404)
        #expect(try await anna.unreadCount() == 1)
    }

    @Test("API-4: filters by category, thread and time")
    func filters() async throws {
        let anna = try await signedInUser("anna-filter", kudos: 1)
        try await gss.trigger(["type": "streak-risk", "to": ["users": ["anna-filter"]], "data": ["days": 3]])
        #expect(try await anna.inbox("?thread=streaks").map { $0["type"].string } == ["streak-risk"])
        #expect(try await anna.inbox("?category=kudos").map { $0["type"].string } == ["kudos"])
        #expect(try await anna.inbox("?since=2099-01-01T00:00:00Z").isEmpty)
    }
}
