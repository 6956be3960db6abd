import Testing

@Suite("Why: what was rejected, or a duplicate")
struct RejectedRequestTests {
    private static func findings(_ backend: Backend, _ query: String) async throws -> [String: [JSON]] {
        let answer = try await backend.api.get("/api/v1/why?\(query)")
        return Dictionary(grouping: answer["findings"].items) { $0["code"].string ?? "" }
    }

    @Test("R160: what a sender's limit refused is told: which limit, whose, when and how often")
    func refused() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            try await nhs.user("zoe")
            for number in 1...10 { try await nhs.trigger(NHSFixture.announcement("a\(number)", org: "o1")) }
            try await sandbox.setClock("2030-01-15T20:00:00Z")
            #expect(try await nhs.post(NHSFixture.announcement("x", org: "o1")).status == 429)
            let query = "user=zoe&type=announcement&since=2030-01-15T19:00:00Z"
            let one = try await Self.findings(nhs, query)
            let none = try #require(one["no-trigger-received"]?.first?["detail"].string)
            #expect(
                none.hasPrefix("No trigger of announcement was accepted since 2030-01-15 13:00 Chicago (19:00 UTC)"),
                "\(none)"
            )
            #expect(none.contains("one trigger of announcement was rejected by the limit announcement-day for org/o1"))
            #expect(none.contains("the quota resets at 2030-01-16 00:00 Chicago (06:00 UTC)"))

            try await sandbox.setClock("2030-01-15T21:00:00Z")
            for _ in 1...2 { #expect(try await nhs.post(NHSFixture.announcement("y", org: "o1")).status == 429) }
            let three = try await Self.findings(nhs, query)
            let turned = try #require(three["trigger-refused"]?.first)
            #expect(turned["detail"].string?.contains("3 triggers of announcement were rejected") == true, "\(turned)")
            let record = turned["turnedAway"]
            #expect(record["count"].int == 3)
            #expect(record["limit"].string == "announcement-day" && record["scope"].string == "org/o1")
            #expect(record["firstAt"].string?.prefix(19) == "2030-01-15T20:00:00")
            #expect(record["lastAt"].string?.prefix(19) == "2030-01-15T21:00:00")
            #expect(record["resetsAt"].string?.prefix(19) == "2030-01-16T06:00:00")

            // Whoever did get some of the type is told of the refused ones beside them.
            let answer = try await nhs.api.get("/api/v1/why?user=anna&type=announcement")
            #expect(answer["items"].items.count == 10)
            #expect(answer["findings"].items.map { $0["code"].string } == ["trigger-refused"])
            #expect(answer["hint"].isNull)
            #expect(try await Self.findings(nhs, "user=zoe&type=event-created")["trigger-refused"] == nil)
        }
    }

    @Test("R154: a second statement of the same thing is told, with its time and the trigger that was there first")
    func duplicate() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            _ = try await reports.user("rahul")
            try await reports.user("mira")
            let first = try await reports.trigger(ReportsFixture.change())
            try await sandbox.setClock("2030-01-15T12:30:00Z")
            #expect(try await reports.post(ReportsFixture.change()).status == 200)
            let answer = try await reports.api.get("/api/v1/why?user=rahul")
            #expect(answer["items"].items.count == 1)
            let beside = try #require(answer["findings"].items.first)
            #expect(beside["code"].string == "trigger-duplicate")
            let time = "2030-01-15 13:30 Paris (12:30 UTC)"
            let sentence = "A second request at \(time) was answered as a duplicate of \(first.id)."
            #expect(beside["detail"].string == sentence)
            #expect(beside["turnedAway"]["trigger"].string == first.id)

            let late = try await Self.findings(reports, "user=mira&type=assigned&since=2030-01-15T12:15:00Z")
            #expect(late["no-trigger-received"] != nil)
            #expect(late["trigger-duplicate"]?.first?["detail"].string == sentence)
            let named = try await Self.findings(reports, "user=mira&trigger=\(first.id)")
            #expect(named["trigger-duplicate"]?.count == 1)
        }
    }

    @Test("what was rejected is forgotten with the delivery log, and says nothing of what it said")
    func forgotten() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            _ = try await reports.user("rahul")
            let first = try await reports.trigger(ReportsFixture.change())
            #expect(try await reports.post(ReportsFixture.change()).status == 200)
            let query = "/api/v1/why?user=nobody&trigger=\(first.id)"
            let known = try await reports.api.send("GET", query)
            #expect(known.text.contains("trigger-duplicate"))
            #expect(!known.text.contains("Broken lamp"))
            try await sandbox.setClock("2030-02-16T12:00:00Z")
            let left = try await eventually("what was rejected is forgotten") {
                try await reports.api.send("GET", query)
            } until: {
                !$0.text.contains("trigger-duplicate")
            }
            let gone = try #require(left.json["findings"].items.first { $0["code"].string == "trigger-not-kept" })
            #expect(gone["detail"].string?.contains("the delivery log is kept for 30 days") == true, "\(gone)")
        }
    }
}
