import Testing

@Suite("S1 matching and chat: quiet hours")
struct QuietHoursTests {
    @Test("QH-1: at 23:00 local the push is held, the inbox has it, and at 08:00 it goes out (R087)")
    func heldOverNight() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().isEmpty)
            #expect(try await anna.inbox().count == 1)
            let held = try await event.why("anna")
            #expect(held["channels"]["push"]["outcome"].string == "held")
            #expect(held["channels"]["push"]["reason"].string == "quiet-hours")
            #expect(held["channels"]["push"]["until"].string?.hasPrefix("2030-01-16T13:00:00") == true)
            #expect(try await event.report()["status"].string == "running")

            try await sandbox.setClock("2030-01-16T12:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-01-16T13:00:00Z")
            #expect(try await phone.notifications().map { $0["title"].string } == ["Alex"])
            #expect(try await phone.pushes().first?.at?.hasPrefix("2030-01-16T13:00:00") == true)
            #expect(try await anna.inbox().count == 1)
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("QH-1: the window is 22:00 to 08:00 local time, its first minute quiet, its last not (R087)")
    func window() async throws {
        try await withSandbox(at: "2030-01-16T02:59:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            var before = 0
            // 21:59 · 22:00 · 03:00 · 07:59 · 08:00 the next morning, New York.
            for (instant, goesOut) in [
                ("2030-01-16T02:59:00Z", true), ("2030-01-16T03:00:00Z", false), ("2030-01-16T08:00:00Z", false),
                ("2030-01-16T12:59:00Z", false),
            ] {
                try await sandbox.setClock(instant)
                try await match.trigger(MatchFixture.message(to: "anna"))
                let count = try await phone.pushes().count
                #expect(count == before + (goesOut ? 1 : 0), "\(instant)")
                before = count
            }
            try await sandbox.setClock("2030-01-16T13:00:00Z")
            #expect(try await phone.pushes().count == 4, "everything held goes out at 08:00")
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == 5, "08:00 is not quiet")
        }
    }

    @Test("QH-1: local time is the recipient's, not the server's (R087)")
    func recipientsZone() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            let yuki = try await match.user("yuki", ["timeZone": "Asia/Tokyo"]).phone()
            try await match.trigger(MatchFixture.message(to: "anna", "yuki"))
            #expect(try await anna.pushes().isEmpty, "23:00 in New York")
            #expect(try await yuki.pushes().count == 1, "13:00 in Tokyo")
        }
    }

    @Test("QH-2: the user's own window counts, by the day and over night (R088)")
    func ownWindow() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let object = try await anna.setPreferences(["quietHours": ["start": "11:00", "end": "13:00"]])
            #expect(object["quietHours"]["start"].string == "11:00")
            #expect(object["quietHours"]["enabled"].bool == true)
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().isEmpty, "noon is quiet now")
            try await sandbox.setClock(MatchFixture.night)
            #expect(try await phone.pushes().count == 1, "released at 13:00")
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == 2, "23:00 is not quiet any more")
        }
    }

    @Test(
        "QH-2: the zone set for quiet hours wins over the user's, and they can be switched off (R088)",
        arguments: [["timeZone": "Asia/Tokyo"], ["enabled": false]] as [JSON]
    )
    func ownChoice(_ choice: JSON) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await anna.setPreferences(["quietHours": choice])
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test(
        "QH-3: critical safety notifications are exempt, all others wait (R089)",
        arguments: ["critical", "high", "medium", "low"]
    )
    func critical(_ priority: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            let event = try await match.trigger(MatchFixture.system(to: "anna", priority: priority))
            #expect(try await phone.pushes().count == (priority == "critical" ? 1 : 0))
            let steps = try await event.why("anna")["steps"].items
            let quiet = try #require(steps.first { $0["stage"].string == "quiet-hours" })
            #expect(quiet["outcome"].string == (priority == "critical" ? "override" : "hold"))
        }
    }

    @Test("A held push is decided again when it is released: what was switched off meanwhile stays off")
    func decidedAgain() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            try await anna.setCategory("messages", enabled: false)
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().isEmpty)
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["reason"].string == "category-disabled")
            #expect(why["steps"].items.contains { $0["outcome"].string == "release" }, "the trace goes on")
        }
    }

    @Test("US3.3: a message read elsewhere during the night is not pushed in the morning (R165)")
    func resolvedWhileHeld() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna", in: "c9"))
            let report = try await match.api.post(
                "/api/v1/notifications/resolve",
                ["user": "anna", "thread": "conversation/c9"]
            )
            #expect(report["read"].int == 1)
            #expect(try await anna.unreadCount() == 0)
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().isEmpty)
            #expect(try await event.pushReason("anna") == "resolved-elsewhere")
        }
    }

    @Test("The night the clocks go forward, 08:00 is still 08:00 local time")
    func daylightSaving() async throws {
        // 9 to 10 March 2030: New York goes from UTC−5 to UTC−4 at 02:00.
        try await withSandbox(at: "2030-03-10T04:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            try await match.trigger(MatchFixture.message(to: "anna"))
            try await sandbox.setClock("2030-03-10T11:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-03-10T12:00:00Z")
            #expect(try await phone.pushes().count == 1)
        }
    }
}
