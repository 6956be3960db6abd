import Testing

@Suite("Quiet hours: what happens to a push (R087, R089)")
struct QuietActionTests {
    private static let priority = "    priority: normal\n    title: {en: \"{{sender}}\""

    /// Publishes messages with one more line.
    private static func messages(_ line: String, on backend: Backend) async throws {
        try await CatalogFile(backend: backend).publish(
            (priority, priority.replacing("    title", with: "    \(line)\n    title"))
        )
    }

    @Test(
        "R087: a type may defer, drop or leave it to the inbox, whatever the app does",
        arguments: ["defer", "drop", "inAppOnly"]
    )
    func byType(_ action: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            // The other way round for the app, so that the type's own word is what counts.
            let other = action == "defer" ? "drop" : "defer"
            try await CatalogFile(backend: match).publish(
                ("  action: defer", "  action: \(other)"),
                (Self.priority, Self.priority.replacing("    title", with: "    quietAction: \(action)\n    title"))
            )
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let push = try await event.why("anna")["channels"]["push"]
            #expect(push["outcome"].string == (action == "defer" ? "held" : "suppressed"))
            #expect(push["reason"].string == "quiet-hours")
            #expect(try await event.report()["status"].string == (action == "defer" ? "running" : "done"))
            #expect(try await anna.inbox().count == 1, "quiet hours touch the push alone")
            #expect(try await anna.unreadCount() == 1)
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().count == (action == "defer" ? 1 : 0))

            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == (action == "defer" ? 2 : 1), "by day it goes")
        }
    }

    @Test("R087: what the app says holds for every type that says nothing itself", arguments: ["drop", "inAppOnly"])
    func byApp(_ action: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            try await CatalogFile(backend: match).publish(("  action: defer", "  action: \(action)"))
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await event.pushReason("anna") == "quiet-hours")
            try await match.trigger(MatchFixture.system(to: "anna", priority: "critical"))
            #expect(try await phone.notifications().map { $0["title"].string } == ["Safety notice"])
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().count == 1)
            #expect(try await anna.inbox().count == 2)
        }
    }

    @Test("R089: a type that bypasses quiet hours goes at night, and the trace says why")
    func bypass() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            try await Self.messages("bypass: [quietHours]", on: match)
            let phone = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == 1)
            let steps = try await event.why("anna")["steps"].items
            let quiet = try #require(steps.first { $0["stage"].string == "quiet-hours" })
            #expect(quiet["outcome"].string == "override")
            #expect(quiet["detail"].string?.contains("22:00–08:00") == true)
        }
    }

    @Test("R089: which priorities pass is the app's to say", arguments: ["critical", "high", "normal"])
    func exempt(_ priority: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            try await CatalogFile(backend: match).publish(
                ("exempt: {priority: [critical]}", "exempt: {priority: [critical, high]}")
            )
            let phone = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            try await match.trigger(MatchFixture.system(to: "anna", priority: priority))
            #expect(try await phone.pushes().count == (priority == "normal" ? 0 : 1))
        }
    }

    @Test("R089: a safety alert comes at night though everything is muted and the whole day is quiet")
    func safety() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let dsober = sandbox.backend("dsober")
            try await DSoberFixture.observeQuietNights(dsober)
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            let phone = try await admin.phone()
            try await admin.setPreferences(["quietHours": ["enabled": true, "start": "00:00", "end": "23:59"]])
            try await admin.mute(["scope": "all", "for": nil])
            let event = try await dsober.trigger(DSoberFixture.sepFailed("g"))
            #expect(try await phone.pushes().count == 1)
            let steps = try await event.why("admin")["steps"].items.filter { $0["outcome"].string == "override" }
            #expect(steps.contains { $0["stage"].string == "quiet-hours" })
        }
    }
}
