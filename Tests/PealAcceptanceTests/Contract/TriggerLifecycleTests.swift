import Testing

@Suite("Contract: the life of a trigger")
struct TriggerLifecycleTests {
    private static func kudos(to users: [String]) -> JSON {
        ["type": "kudos", "to": ["users": .list(users)], "data": GSSKind.kudos]
    }

    @Test("scheduled, then done, with everybody counted once")
    func counts() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("fine").phone()
            _ = try await gss.user("denied").phone(permission: "denied")
            // The switch of a category is about pushes here, so the inbox is switched off as well.
            let off: JSON = ["categories": ["kudos": ["enabled": false, "channels": ["inApp": false]]]]
            try await gss.user("off").setPreferences(off)
            let answer = try await gss.post(
                Self.kudos(to: ["fine", "denied", "off", "ghost", "fine"]).with("sendAt", "2030-01-15T13:00:00Z")
            ).expecting(202)
            #expect(answer["status"].string == "scheduled")
            let id = try #require(answer["id"].string)
            let link = try #require(answer["links"]["self"].string)
            #expect(try await gss.api.get(link)["status"].string == "scheduled")
            try await sandbox.advance("PT1H")
            let report = try await gss.api.get("/api/v1/triggers/\(id)")
            #expect(report["status"].string == "done")
            #expect(report["type"].string == "kudos")
            let counts = report["counts"]
            #expect(counts["recipients"].int == 4)
            #expect(counts["notified"].int == 2)
            #expect(counts["held"].int == 0)
            #expect(counts["digested"].int == 0)
            #expect(counts["suppressed"] == ["category-disabled": 1, "unknown-user": 1])
            #expect(counts["deliveries"]["accepted"].int == 1)
            #expect(counts["deliveries"]["pending"].int == 0)
            let why = try await gss.api.get(try #require(answer["links"]["why"].string))
            #expect(why["items"].items.count == 4, "each recipient is in exactly one verdict")
        }
    }

    @Test("cancelled before its time: nothing was sent, everybody counted as cancelled")
    func cancelBefore() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let phone = try await anna.phone()
            try await gss.user("bob")
            let id = try #require(
                try await gss.post(Self.kudos(to: ["anna", "bob"]).with("sendAt", "2030-01-15T13:00:00Z")).json["id"]
                    .string
            )
            let answer = try await gss.api.delete("/api/v1/triggers/\(id)")
            #expect(answer == ["status": "cancelled", "cancelled": 2, "tooLate": 0, "phase": "before-fan-out"])
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().isEmpty)
            #expect(try await anna.inbox().isEmpty)
            #expect(try await gss.api.get("/api/v1/triggers/\(id)")["status"].string == "cancelled")
        }
    }

    @Test("cancelled before its time, a once-per-transition claim is free again")
    func cancelFreesClaim() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let first = try await reports.post(ReportsFixture.change().with("sendAt", "2030-01-15T13:00:00Z"))
            let id = try #require(first.json["id"].string)
            _ = try await reports.api.delete("/api/v1/triggers/\(id)")
            try await reports.trigger(ReportsFixture.change())
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("cancelled after it was sent: too late; the inbox keeps it unless it is retracted")
    func cancelAfter() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            _ = try await anna.phone()
            let event = try await gss.trigger(Self.kudos(to: ["anna"]))
            let answer = try await gss.api.delete("/api/v1/triggers/\(event.id)")
            #expect(answer == ["status": "cancelled", "cancelled": 0, "tooLate": 1, "phase": "after"])
            #expect(try await anna.inbox().count == 1)
            _ = try await gss.api.delete("/api/v1/triggers/\(event.id)?recall=true")
            #expect(try await anna.inbox().isEmpty)
            #expect(try await anna.unreadCount() == 0)
        }
    }

    @Test("cancelled while its retries wait: they stop")
    func cancelStopsRetries() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            let event = try await gss.trigger(Self.kudos(to: ["anna"]))
            let answer = try await gss.api.delete("/api/v1/triggers/\(event.id)")
            #expect(answer["phase"].string == "after")
            try await sandbox.clearFaults()
            try await sandbox.advance("PT1H")
            #expect(try await phone.pushes().map(\.status) == [503])
        }
    }

    @Test("several are cancelled by their common key, others are not")
    func cancelKey() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            for key in ["a", "a", "b"] {
                _ = try await gss.post(
                    Self.kudos(to: ["anna"]).with("sendAt", "2030-01-15T13:00:00Z").with("cancelKey", "\(key)")
                ).expecting(202)
            }
            #expect(try await gss.api.delete("/api/v1/triggers?cancelKey=a")["cancelled"].int == 2)
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("a dry run says what would be decided and stores nothing")
    func dryRun() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let reply = try await reports.api.send("POST", "/api/v1/triggers?dryRun=true", ReportsFixture.change())
            #expect(reply.status == 200)
            let decision = reply.json["decisions"][0]
            #expect(decision["user"].string == "rahul")
            #expect(decision["verdict"].string == "notified")
            #expect(decision["channels"]["push"]["outcome"].string == "sent")
            #expect(decision["title"].string == "Update on your report")
            #expect(decision["steps"].items.count == 10)
            try await sandbox.settle()
            #expect(try await phone.pushes().isEmpty)
            #expect(try await reports.triggerCount() == 0)
            #expect(try await reports.api.send("GET", "/api/v1/entities/report/r1").status == 404)
            // The claim was not taken either.
            try await reports.trigger(ReportsFixture.change())
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("in bulk each trigger stands alone, in the order of the call")
    func bulk() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let answer = try await reports.api.send(
                "POST",
                "/api/v1/triggers/bulk",
                [
                    "triggers": [
                        ReportsFixture.change(transition: "t-1"), ["type": "spam"],
                        ReportsFixture.change(transition: "t-1"),
                        ["type": 7], ReportsFixture.change(transition: "t-2"),
                    ]
                ]
            ).expecting(200)
            let items = answer["items"].items
            #expect(items.map { $0["index"].int } == [0, 1, 2, 3, 4])
            #expect(items.map { $0["status"].int } == [202, 422, 200, 422, 202])
            #expect(items[1]["problem"]["code"].string == "unknown-type")
            #expect(items[1]["problem"]["errors"][0]["pointer"].string == "/triggers/1/type")
            #expect(items[3]["problem"]["errors"][0]["pointer"].string == "/triggers/3/type")
            #expect(items[2]["id"] == items[0]["id"])
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 2)
        }
    }

    @Test("a thousand in one call, in a body larger than a single trigger may have")
    func bulkThousand() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let body: JSON = [
                "type": "kudos", "to": ["users": ["anna"]],
                "data": ["from": "Dana", "message": "\(String(repeating: "thanks ", count: 60))"],
            ]
            let triggers = JSON.list(Array(repeating: body, count: 1000))
            let answer = try await gss.api.send("POST", "/api/v1/triggers/bulk", ["triggers": triggers]).expecting(200)
            #expect(answer["items"].items.allSatisfy { $0["status"].int == 202 })
            try await sandbox.settle()
            #expect(try await anna.unreadCount() == 1000)
        }
    }

    @Test("the list filters by type, status and time, and pages without gap or repetition")
    func list() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            var ids: [String] = []
            for _ in 0..<5 { ids.append(try await gss.trigger(Self.kudos(to: ["anna"])).id) }
            try await sandbox.advance("PT1H")
            try await gss.trigger(["type": "streak-risk", "to": ["users": ["anna"]], "data": ["days": 3]])
            _ = try await gss.post(Self.kudos(to: ["anna"]).with("sendAt", "2030-01-16T12:00:00Z"))
            func types(_ query: String) async throws -> [String?] {
                try await gss.api.get("/api/v1/triggers?\(query)")["items"].items.map { $0["type"].string }
            }
            #expect(try await types("type=streak-risk") == ["streak-risk"])
            #expect(try await types("status=scheduled") == ["kudos"])
            #expect(try await types("status=done").count == 6)
            #expect(try await types("since=2030-01-15T12:30:00Z").count == 2)

            var seen: [String] = []
            var cursor = ""
            for _ in 0..<4 {
                let page = try await gss.api.get("/api/v1/triggers?type=kudos&status=done&limit=2\(cursor)")
                seen += page["items"].items.compactMap { $0["id"].string }
                guard let next = page["nextCursor"].string else { break }
                cursor = "&cursor=\(next)"
            }
            #expect(seen == ids.reversed())
        }
    }
}
