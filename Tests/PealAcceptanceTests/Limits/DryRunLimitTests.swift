import Testing

@Suite("Sender limits in a dry run (R160)")
struct DryRunLimitTests {
    private static func full(_ action: String, _ sandbox: Sandbox) async throws -> Backend {
        let nhs = sandbox.backend("nhs")
        try await CatalogFile(backend: nhs).publish(
            (
                "scope: org, max: 10, per: calendar-day, tz: org, onExceed: reject",
                "scope: org, max: 2, per: calendar-day, tz: org, onExceed: \(action)"
            )
        )
        _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0].phone()
        for number in 1...2 {
            try await nhs.trigger(NHSFixture.announcement("a\(number)", org: "o1"))
        }
        return nhs
    }

    private static func dryRun(_ body: JSON, _ nhs: Backend) async throws -> Reply {
        try await nhs.api.send("POST", "/api/v1/triggers?dryRun=true", body)
    }

    @Test("R160: with `reject` it answers as the trigger would: 429 with the limit's name; nothing is stored")
    func reject() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = try await Self.full("reject", sandbox)
            let late = NHSFixture.announcement("late", org: "o1")
            let refused = try await Self.dryRun(late, nhs)
            #expect(refused.status == 429)
            #expect(refused.code == "limit-reached")
            #expect(refused.json["limit"].string == "announcement-day")
            #expect(refused["Retry-After"] == "50400")
            #expect(refused["RateLimit"]?.hasPrefix(#""announcement-day";r=0;t=50400"#) == true)
            #expect(try await nhs.api.send("GET", "/api/v1/entities/announcement/late").status == 404)
            #expect(try await nhs.triggerCount() == 2)
            // Its organisation is created with it; another one's has quota left.
            let other = try await Self.dryRun(NHSFixture.announcement("late", org: "o2"), nhs)
            #expect(other.status == 200)
            try await sandbox.setClock("2030-01-16T06:00:00Z")
            #expect(try await Self.dryRun(late, nhs).status == 200)
        }
    }

    @Test("R160: with `queue` it says when it would be sent; with quota left it is sent now")
    func queue() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = try await Self.full("queue", sandbox)
            let late = NHSFixture.announcement("late", org: "o1")
            for _ in 1...3 {
                let answer = try await Self.dryRun(late, nhs).expecting(200)
                #expect(answer["dryRun"].bool == true)
                #expect(answer["status"].string == "scheduled")
                #expect(answer["dueAt"].string == "2030-01-16T06:00:00Z", "a dry run takes no place")
                #expect(answer["bundledUntil"].isNull)
            }
            let queued = try await nhs.post(late).expecting(202)
            #expect(queued["status"].string == "scheduled")
            let other = try await Self.dryRun(NHSFixture.announcement("x", org: "o2"), nhs).expecting(200)
            #expect(other["status"].string == "running")
            #expect(other["dueAt"].string == "2030-01-15T16:00:00Z")
        }
    }

    @Test("R160: with `digest` it says until when it would be digested, and each decision says so")
    func digest() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = try await Self.full("digest", sandbox)
            let late = NHSFixture.announcement("late", org: "o1").with("to", ["users": ["anna"]])
            let answer = try await Self.dryRun(late, nhs).expecting(200)
            #expect(answer["status"].string == "running")
            #expect(answer["bundledUntil"].string == "2030-01-16T06:00:00Z")
            let push = answer["decisions"][0]["channels"]["push"]
            #expect(push["outcome"].string == "digested")
            #expect(push["until"].string == "2030-01-16T06:00:00Z")
        }
    }

    @Test("R154, R160: what was told already takes no place, in a dry run too")
    func duplicate() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = try await Self.full("reject", sandbox)
            let again = NHSFixture.announcement("a1", org: "o1")
            #expect(try await nhs.post(again).status == 200)
            #expect(try await Self.dryRun(again, nhs).status == 200)
        }
    }
}
