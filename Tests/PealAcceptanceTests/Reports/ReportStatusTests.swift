import Testing

@Suite("S3 citizen reports: what the owner hears (R251)", .sharedSandbox())
struct ReportStatusTests {
    let sandbox: Sandbox
    let reports: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        reports = sandbox.backend("reports")
    }

    @Test(
        "AC-1, AC-2, AC-3: assigned and resolved, word for word (R047, R110)",
        arguments: [
            (
                "assigned", "Update on your report",
                "Your report 'Broken lamp' has been assigned to a team and is being reviewed."
            ),
            (
                "resolved", "Your report is resolved!",
                "Great news — 'Broken lamp' has been marked as resolved. Thank you for reporting."
            ),
        ]
    )
    func words(type: String, title: String, body: String) async throws {
        let phone = try await reports.user("ac1-\(type)").phone()
        try await reports.trigger(ReportsFixture.change(type, report: "ac1-\(type)", owner: "ac1-\(type)"))
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == title)
        #expect(shown["body"].string == body)
        #expect(shown["link"].string == "/reports/ac1-\(type)")
    }

    @Test("AC-4: a tap leads to that report (R121, R240)")
    func tap() async throws {
        let phone = try await reports.user("ac4").phone()
        try await reports.trigger(ReportsFixture.change(report: "ac4", owner: "ac4"))
        let shown = try #require(try await phone.notifications().first?["id"].string)
        let tap = try await sandbox.anyone.post("/sandbox/phones/\(phone.id)/tap", ["notification": "\(shown)"])
        #expect(tap["link"].string == "/reports/ac4")
        #expect(try await phone.notifications().isEmpty)
    }

    @Test("AC-5: with permission denied nothing is sent, no inbox is there, and why says so (R029, R189)")
    func denied() async throws {
        let rahul = try await reports.user("ac5")
        let phone = try await rahul.phone(permission: "denied")
        let event = try await reports.trigger(ReportsFixture.change(report: "ac5", owner: "ac5"))
        #expect(try await phone.pushes().isEmpty)
        #expect(try await event.pushReason("ac5") == "permission-denied")
        #expect(try await event.why("ac5")["verdict"].string == "suppressed")
        let inbox = try await rahul.api.send("GET", "/api/v1/notifications")
        #expect(inbox.status == 404)
        #expect(inbox.code == "feature-off")
    }

    @Test("Perm: not asked yet is not permitted")
    func notAsked() async throws {
        let phone = try await reports.user("na").phone(permission: "not-determined")
        let event = try await reports.trigger(ReportsFixture.change(report: "na", owner: "na"))
        #expect(try await phone.pushes().isEmpty)
        #expect(try await event.pushReason("na") == "permission-denied")
    }

    @Test("AC-6: no duplicate notification for the same transition, in whatever order and however often told (R154)")
    func oncePerTransition() async throws {
        let phone = try await reports.user("ac6").phone()
        let first = try await reports.trigger(ReportsFixture.change(report: "ac6", owner: "ac6"))
        for _ in 0..<3 {
            let again = try await reports.post(ReportsFixture.change(report: "ac6", owner: "ac6"))
            #expect(again.status == 200)
            #expect(again.json["duplicate"].bool == true)
            #expect(again.json["id"].string == first.id)
        }
        try await sandbox.settle()
        #expect(try await phone.pushes().count == 1)
    }

    @Test("AC-6: twenty tellings at the same instant make one notification (R154)")
    func race() async throws {
        let phone = try await reports.user("race").phone()
        let answers = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<20 {
                group.addTask { [reports] in
                    try await reports.post(ReportsFixture.change(report: "race", owner: "race"))
                }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 202 } == 1)
        #expect(answers.count { $0.status == 200 } == 19)
        #expect(Set(answers.map { $0.json["id"].string }).count == 1)
        try await sandbox.settle()
        #expect(try await phone.pushes().count == 1)
    }

    @Test("Biz-2: two transitions within a second notify independently (R155)")
    func rapidTransitions() async throws {
        let phone = try await reports.user("biz2").phone()
        _ = try await reports.post(ReportsFixture.change("assigned", report: "biz2", transition: "t-1", owner: "biz2"))
        _ = try await reports.post(ReportsFixture.change("resolved", report: "biz2", transition: "t-2", owner: "biz2"))
        _ = try await reports.post(ReportsFixture.change("assigned", report: "biz2", transition: "t-3", owner: "biz2"))
        try await sandbox.settle()
        #expect(try await phone.pushes().count == 3)
    }

    @Test("Biz-1: a transition must be named")
    func transitionRequired() async throws {
        let reply = try await reports.post(ReportsFixture.change(report: "biz1").without("transition"))
        #expect(reply.status == 422)
        #expect(reply.code == "transition-required")
        #expect(reply.pointers == ["/transition"])
    }

    @Test(
        "Biz-3: nobody but the owner can be named (R060)",
        arguments: [
            "{\"users\": [\"rahul\"]}", "{\"members\": {\"of\": \"self\"}}", "{\"all\": true}",
            "{\"members\": {\"of\": \"report/r1\", \"role\": [\"participant\"]}}",
        ]
    )
    func ownerOnly(_ audience: String) async throws {
        let body = ReportsFixture.change(report: "biz3", transition: audience).with(
            "to",
            try JSON(parsing: Array(audience.utf8))
        )
        let reply = try await reports.post(body)
        #expect(reply.status == 422)
        #expect(reply.code == "audience-not-allowed")
        #expect(reply.pointers.contains("/to"))
    }

    @Test("Biz-3: other citizens hear nothing")
    func nobodyElse() async throws {
        let owner = try await reports.user("own").phone()
        let other = try await reports.user("other").phone()
        let event = try await reports.trigger(ReportsFixture.change(report: "own", owner: "own"))
        #expect(try await owner.pushes().count == 1)
        #expect(try await other.pushes().isEmpty)
        #expect(try await event.report()["counts"]["recipients"].int == 1)
    }

    @Test("AC-9: all active devices of the owner, and only those (R016)")
    func allDevices() async throws {
        let rahul = try await reports.user("ac9")
        let phones = [try await rahul.phone(), try await rahul.phone("ios"), try await rahul.phone("web")]
        let inactive = try await rahul.phone()
        _ = try await rahul.api.delete("/api/v1/users/me/devices/\(inactive.device)")
        try await reports.trigger(ReportsFixture.change(report: "ac9", owner: "ac9"))
        for phone in phones { #expect(try await phone.notifications().count == 1) }
        #expect(try await inactive.pushes().isEmpty)
    }

    @Test("CRule-1: never a generic notification: the title must be there", arguments: ["", "   ", "absent"])
    func titleRequired(_ title: String) async throws {
        let data: JSON = title == "absent" ? [:] : ["title": "\(title)"]
        let reply = try await reports.post(ReportsFixture.change(report: "rule1").with("data", data))
        #expect(reply.status == 422)
        #expect(reply.code == "missing-variable")
        #expect(reply.pointers == ["/data/title"])
    }

    @Test("CRule-2, CRule-3: a long title is cut with an ellipsis, and the sentence survives")
    func longTitle() async throws {
        let phone = try await reports.user("rule3").phone()
        let title = String(repeating: "Very broken street lamp ", count: 12)
        try await reports.trigger(ReportsFixture.change(report: "rule3", owner: "rule3", title: title))
        let body = try #require(try await phone.notifications().first?["body"].string)
        #expect(body.count <= 100)
        #expect(body.contains("…"))
        #expect(body.hasPrefix("Your report 'Very broken"))
        #expect(body.hasSuffix("' has been assigned to a team and is being reviewed."))
    }

    @Test("CRule-3: a title of emoji families is cut between characters")
    func longEmojiTitle() async throws {
        let phone = try await reports.user("emoji").phone()
        let family = "👨‍👩‍👧‍👦"
        try await reports.trigger(
            ReportsFixture.change(report: "emoji", owner: "emoji", title: String(repeating: family, count: 60))
        )
        let body = try #require(try await phone.notifications().first?["body"].string)
        #expect(body.count <= 100)
        let title = try #require(body.split(separator: "'").dropFirst().first)
        #expect(title.dropLast().allSatisfy { String($0) == family } && title.hasSuffix("…"), "\(title)")
    }

    @Test("CRule-4: in the language of the citizen's profile")
    func french() async throws {
        let phone = try await reports.user("rule4", ["locale": "fr"]).phone()
        try await reports.trigger(ReportsFixture.change("resolved", report: "rule4", owner: "rule4"))
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == "Votre signalement est résolu !")
        #expect(shown["body"].string?.contains("« Broken lamp »") == true)
    }

    @Test("Beh-6: the provider keeps it for 72 hours")
    func timeToLive() async throws {
        let phone = try await reports.user("beh6").phone()
        try await reports.trigger(ReportsFixture.change(report: "beh6", owner: "beh6"))
        #expect(try await phone.pushes().first?.android["ttl"].string == "259200s")
    }

    @Test(
        "Nav-5: the link is the report's or the dashboard's, whatever the identifier says",
        arguments: ["a b", "...", "x?y#z", "ü"]
    )
    func linkIsSafe(_ id: String) async throws {
        let phone = try await reports.user("nav5").phone()
        var body = ReportsFixture.change(report: "x", transition: id, owner: "nav5")
        body["entity"] = "report/\(id)"
        body["entities"] = ["report/\(id)": ["ownerId": "nav5"]]
        try await reports.trigger(body)
        let link = try #require(try await phone.notifications().last?["link"].string)
        let isSafe = link.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?")
        }
        #expect(link.hasPrefix("/reports") && isSafe && !link.split(separator: "/").contains(".."), "\(link)")
    }

    @Test("Err-5: erasing the account makes its tokens invalid and its calls refused")
    func erased() async throws {
        let rahul = try await reports.user("err5")
        let phone = try await rahul.phone()
        try await reports.putEntity("report/err5", ["ownerId": "err5"])
        let receipt = try await reports.api.delete("/api/v1/users/err5")
        #expect(receipt["erased"]["devices"].int == 1)
        _ = try await reports.post(ReportsFixture.change(report: "err5", owner: "err5"))
        try await sandbox.settle()
        #expect(try await phone.pushes().isEmpty)
        #expect(try await reports.api.send("GET", "/api/v1/users/err5").status == 404)
        let call = try await rahul.api.send("GET", "/api/v1/users/me/devices")
        #expect(call.status == 401)
        #expect(call.code == "unauthenticated")
        // Put again by the backend, the user starts from nothing; their tokens are newer than the erasure.
        try await sandbox.advance("PT1S")
        let again = try await reports.user("err5")
        #expect(try await again.api.get("/api/v1/users/me/devices")["items"].items.isEmpty)
    }

    @Test("A report without an owner reaches nobody and frees its transition")
    func noOwner() async throws {
        var body = ReportsFixture.change(report: "orphan")
        body["entities"] = ["report/orphan": ["status": "assigned"]]
        let first = try await reports.trigger(body)
        #expect(try await first.report()["status"].string == "done")
        #expect(try await first.report()["counts"]["recipients"].int == 0)
        let phone = try await reports.user("late").phone()
        try await reports.trigger(ReportsFixture.change(report: "orphan", owner: "late"))
        #expect(try await phone.pushes().count == 1)
    }
}
