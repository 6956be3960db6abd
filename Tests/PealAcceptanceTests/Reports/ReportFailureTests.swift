import Testing

@Suite("S3 citizen reports: when delivery fails")
struct ReportFailureTests {
    @Test("Err-2: at most one retry, and the backend never waits for it (R143, R144)")
    func oneRetry() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            let event = try await reports.trigger(ReportsFixture.change())
            try await sandbox.advance("PT24H")
            #expect(try await phone.pushes().map(\.status) == [503, 503])
            let report = try await event.report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["deliveries"]["failed"].int == 1)
            let delivery = try await event.why("rahul")["deliveries"][0]
            #expect(delivery["state"].string == "failed")
            #expect(delivery["reason"].string == "retries-exhausted")
            #expect(delivery["attempts"].items.count == 2)
        }
    }

    @Test(
        "Err-2: a push service that throttles gets at most one retry too; one is enough when it comes back (R143)",
        arguments: [
            (["status": 429, "retryAfter": 60], nil, [429, 429], "retries-exhausted"),
            (["status": 500], 1, [500, 200], nil),
        ] as [(JSON, Int64?, [Int], String?)]
    )
    func retries(answer: JSON, times: Int64?, statuses: [Int], reason: String?) async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let fault: JSON = ["provider": "fcm", "answer": answer]
            try await sandbox.fault(times.map { fault.with("times", JSON(integerLiteral: $0)) } ?? fault)
            let event = try await reports.trigger(ReportsFixture.change())
            try await sandbox.advance("PT24H")
            #expect(try await phone.pushes().map(\.status) == statuses)
            #expect(try await event.why("rahul")["deliveries"][0]["reason"].string == reason)
            #expect(try await phone.notifications().count == (reason == nil ? 1 : 0))
        }
    }

    @Test("Biz-1: an answer that was lost is not sent again: a double is worse than a loss here")
    func lostAnswer() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await sandbox.fault(["provider": "fcm", "reset": "after", "times": 1])
            let event = try await reports.trigger(ReportsFixture.change())
            try await sandbox.advance("PT24H")
            #expect(try await phone.pushes().count == 1)
            #expect(try await phone.notifications().count == 1)
            #expect(try await event.report()["counts"]["deliveries"]["unknown"].int == 1)
        }
    }

    @Test("Beh-6: an offline phone gets it when it is back within 72 hours, and not after", arguments: [71, 73])
    func offline(_ hours: Int) async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await phone.change("offline")
            try await reports.trigger(ReportsFixture.change())
            #expect(try await phone.notifications().isEmpty)
            try await sandbox.advance("PT\(hours)H")
            try await phone.change("online")
            #expect(try await phone.notifications().count == (hours < 72 ? 1 : 0))
        }
    }

    @Test("Biz-1: the same transition is refused for ever, not for a while (R154)")
    func onceForEver() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await reports.trigger(ReportsFixture.change())
            try await sandbox.advance("P300D")
            #expect(try await reports.post(ReportsFixture.change()).json["duplicate"].bool == true)
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("Biz-5: nothing of one citizen's failure touches another's delivery")
    func isolated() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let broken = try await reports.user("broken").phone()
            let fine = try await reports.user("fine").phone()
            try await sandbox.fault(["provider": "fcm", "match": ["phone": "\(broken.id)"], "answer": ["status": 503]])
            try await reports.trigger(ReportsFixture.change(report: "r1", owner: "broken"))
            try await reports.trigger(ReportsFixture.change(report: "r2", owner: "fine"))
            #expect(try await fine.notifications().count == 1)
            #expect(try await broken.notifications().isEmpty)
        }
    }
}
