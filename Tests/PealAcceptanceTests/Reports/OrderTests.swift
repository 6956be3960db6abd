import Testing

@Suite("S3 citizen reports: the order of updates")
struct OrderTests {
    private static let busy: JSON = ["provider": "fcm", "answer": ["status": 503, "retryAfter": 600], "times": 1]

    @Test("`resolved` waits behind a retry of `assigned` about the same report; both arrive, in their order (Biz-2)")
    func retried() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await sandbox.fault(Self.busy)
            try await reports.trigger(ReportsFixture.change())
            try await reports.trigger(ReportsFixture.change("assigned", report: "r2"))
            let resolved = try await reports.trigger(ReportsFixture.change("resolved", transition: "t-2"))
            #expect(try await phone.pushes().map(\.status) == [503, 200], "another report does not wait")
            #expect(try await resolved.why("rahul")["deliveries"][0]["state"].string == "pending")
            try await sandbox.advance("PT1H")
            let links = try await phone.pushes().filter { $0.status == 200 }.map(\.title)
            #expect(links == ["Update on your report", "Update on your report", "Your report is resolved!"])
        }
    }

    @Test("`why` names the push that an ordered one waits behind, by trigger and notification (M15)")
    func named() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            _ = try await reports.user("rahul").phone()
            try await sandbox.fault(Self.busy)
            let assigned = try await reports.trigger(ReportsFixture.change())
            let resolved = try await reports.trigger(ReportsFixture.change("resolved", transition: "t-2"))
            let first = try #require(try await assigned.why("rahul")["notification"].string)
            let why = try await resolved.why("rahul")
            let wait = why["deliveries"][0]["waits"]
            #expect(wait["for"].string == "order")
            #expect(wait["behind"]["trigger"].string == assigned.id)
            #expect(wait["behind"]["notification"].string == first)
            let last = try #require(why["steps"].items.last)
            #expect(last["stage"].string == "route")
            for text in [wait["detail"], why["headline"], last["detail"]] {
                #expect(text.string?.contains(first) == true && text.string?.contains(assigned.id) == true, "\(text)")
            }
            #expect(try await assigned.why("rahul")["deliveries"][0]["waits"]["for"].string == "retry")
            try await sandbox.advance("PT1H")
            let after = try await resolved.why("rahul")
            #expect(after["deliveries"][0]["waits"].isNull)
            #expect(after["steps"].items.last?["detail"].string?.contains(first) == false)
        }
    }

    @Test("when the retry is in vain, `resolved` is sent after it")
    func inVain() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await sandbox.fault(Self.busy.with("times", 2))
            try await reports.trigger(ReportsFixture.change())
            try await reports.trigger(ReportsFixture.change("resolved", transition: "t-2"))
            try await sandbox.advance("PT2H")
            let pushes = try await phone.pushes()
            #expect(pushes.map(\.status) == [503, 503, 200])
            #expect(pushes.last?.title == "Your report is resolved!")
        }
    }
}
