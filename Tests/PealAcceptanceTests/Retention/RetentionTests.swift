import Testing

@Suite("Retention: 30 days of inbox and log (R186, R215, C22)")
struct RetentionTests {
    @Test("R176, R186: a row is shown for 30 days, then no more, at once and in every list and count")
    func inbox() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna", signedInFor: "P90D")
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let id = try #require(try await anna.inbox().first?["id"].string)
            try await sandbox.setClock("2030-02-13T12:00:00Z")
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            try await sandbox.setClock("2030-02-14T12:00:00Z")
            #expect(try await anna.inbox().count == 2)
            #expect(try await anna.unreadCount() == 2)
            try await sandbox.setClock("2030-02-14T12:00:01Z")
            #expect(try await anna.inbox().count == 1)
            #expect(try await anna.inbox("?since=2030-01-01T00:00:00Z").count == 1)
            #expect(try await anna.unreadCount() == 1)
            #expect(try await anna.api.get("/api/v1/notifications")["badge"]["count"].int == 1)
            #expect(try await anna.api.send("PATCH", "/api/v1/notifications/\(id)/read", [:]).status == 404)
            #expect(try await anna.inbox("?status=all").count == 1)
        }
    }

    @Test("R186, R215: after 30 days the row, its log and its trigger are deleted; what is younger stays")
    func swept() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna", signedInFor: "P90D")
            _ = try await anna.phone()
            let old = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let id = try #require(try await anna.inbox().first?["id"].string)
            let log = "/api/v1/deliveries?notification=\(id)"
            try await sandbox.setClock("2030-02-01T12:00:00Z")
            let young = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            #expect(try await gss.api.get(log)["items"].items.count == 1)
            try await sandbox.setClock("2030-02-14T14:00:00Z")
            #expect(try await gss.api.send("GET", log).status == 404)
            #expect(try await gss.api.send("GET", "/api/v1/triggers/\(old.id)").status == 404)
            #expect(try await gss.api.get("/api/v1/why?trigger=\(old.id)")["items"].items.isEmpty)
            #expect(try await young.report()["counts"]["deliveries"]["accepted"].int == 1)
            #expect(try await young.why("anna")["steps"].items.isEmpty == false)
            #expect(try await anna.unreadCount() == 1)
            #expect(try await sandbox.metric("peal_retention_dropped_total{what=\"triggers\"}") == "1")
        }
    }

    @Test("C22: what is sent once stays sent once, however long ago; a claim outlives its trigger")
    func claims() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let first = try await reports.trigger(ReportsFixture.change())
            try await sandbox.setClock("2030-03-15T12:00:00Z")
            #expect(try await reports.api.send("GET", "/api/v1/triggers/\(first.id)").status == 404)
            let again = try await reports.post(ReportsFixture.change()).expecting(200)
            #expect(again["id"].string == first.id && again["duplicate"].bool == true)
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("R215: what waits for longer than 30 days is not touched, and is sent in its time")
    func waiting() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            let body: JSON = ["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos]
            let old = try await gss.trigger(body)
            let answer = try await gss.post(body.with("sendAt", "2030-03-20T12:00:00Z")).expecting(202)
            let id = try #require(answer["id"].string)
            try await sandbox.setClock("2030-03-18T12:00:00Z")
            #expect(try await gss.api.send("GET", "/api/v1/triggers/\(old.id)").status == 404)
            #expect(try await gss.api.get("/api/v1/triggers/\(id)")["status"].string == "scheduled")
            try await sandbox.setClock("2030-03-20T12:00:00Z")
            // Between the two the device receives the badge that changed as the first left the inbox (M19).
            let operations = try await phone.pushes().map { $0.peal["op"].string }
            #expect(operations == ["show", "badge", "show"])
        }
    }

    @Test("R147 before R186: an alert stays until it is acknowledged, and then goes like all that is 30 days old")
    func alerts() async throws {
        try await withSandbox(at: "2030-01-15T22:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            _ = try await DSoberFixture.group("g1", admins: ["alex"], on: dsober)
            let token = try await sandbox.token("dsober", "alex", expiresIn: "P90D")
            let alex = SignedInUser(sandbox: sandbox, app: "dsober", user: "alex", token: token)
            try await dsober.trigger(DSoberFixture.sepFailed("g1"))
            #expect(try await alex.inbox().map { $0["alert"].bool } == [true])
            try await sandbox.advance("P30D")
            #expect(try await alex.inbox().count == 1)
            try await sandbox.advance("PT1S")
            #expect(try await alex.unreadCount() == 1)
            let alert = try #require(try await alex.inbox().first?["id"].string)
            _ = try await alex.api.post("/api/v1/notifications/\(alert)/acknowledge")
            #expect(try await alex.inbox().isEmpty)
            #expect(try await alex.unreadCount() == 0)
        }
    }
}
