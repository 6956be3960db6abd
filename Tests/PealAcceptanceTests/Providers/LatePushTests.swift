import Testing

@Suite("Pushes that wait for a retry are asked about again")
struct LatePushTests {
    @Test(
        "R028, R075: what changes while a push waits for its retry counts when it is tried",
        arguments: HeldChange.late
    )
    func changed(_ change: HeldChange) async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await sandbox.fault(MatchFixture.outage)
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await event.why("anna")["deliveries"][0]["state"].string == "pending")
            try await change.happen(event, anna, phone)
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().map(\.status) == [503])
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["outcome"].string == "suppressed")
            #expect(why["channels"]["push"]["reason"].string == change.reason)
            #expect(why["deliveries"][0]["state"].string == "cancelled")
            #expect(why["deliveries"][0]["reason"].string == change.reason)
            #expect(why["steps"].items.contains { $0["outcome"].string == "release" && $0["stage"].string == "route" })
            let report = try await event.report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["deliveries"]["cancelled"].int == 1)
            #expect(try await anna.inbox().count == 1, "the inbox keeps it")
        }
    }

    @Test("A push about which nothing has changed is tried again as decided, and its trace stays as it was")
    func unchanged() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await sandbox.fault(MatchFixture.outage)
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let steps = try await event.why("anna")["steps"].items.count
            // The user has changed, and the rules say the same.
            try await anna.setCategory("offers", enabled: false)
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().map(\.status) == [503, 200])
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["outcome"].string == "sent")
            #expect(why["steps"].items.count == steps)
        }
    }

    @Test("R087: quiet hours that began meanwhile hold a retry until they end, and use up no retry")
    func quietHours() async throws {
        // 21:30 on 15 January 2030 in New York.
        try await withSandbox(at: "2030-01-16T02:30:00Z") { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await sandbox.fault(MatchFixture.outage)
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().map(\.status) == [503], "22:30 is night")
            let delivery = try await event.why("anna")["deliveries"][0]
            #expect(delivery["state"].string == "pending")
            #expect(delivery["reason"].string == "quiet-hours")
            #expect(try await event.report()["status"].string == "running")
            try await sandbox.setClock("2030-01-16T13:00:00Z")
            #expect(try await phone.pushes().map(\.status) == [503, 200])
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("R088: a retry that waits for quiet hours goes as soon as the user switches them off")
    func quietHoursOff() async throws {
        try await withSandbox(at: "2030-01-16T02:30:00Z") { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await sandbox.fault(MatchFixture.outage)
            try await match.trigger(MatchFixture.message(to: "anna"))
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().map(\.status) == [503])
            try await anna.setPreferences(["quietHours": ["enabled": false]])
            try await sandbox.settle()
            #expect(try await phone.pushes().map(\.status) == [503, 200])
        }
    }

    @Test(
        "R028: who has left the conversation gets nothing of it, nor anybody once it is deleted",
        arguments: [false, true]
    )
    func audience(isDeleted: Bool) async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await match.putEntity("conversation/c1")
            try await match.putMember("anna", of: "conversation/c1", ["role": "participant"])
            try await sandbox.fault(MatchFixture.outage)
            let event = try await match.trigger(MatchFixture.chat())
            let path = isDeleted ? "" : "/members/anna"
            _ = try await match.api.delete("/api/v1/entities/conversation/c1\(path)")
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().map(\.status) == [503])
            #expect(try await event.pushReason("anna") == (isDeleted ? "entity-deleted" : "left-audience"))
            #expect(try await event.report()["status"].string == (isDeleted ? "cancelled" : "done"))
        }
    }

    @Test(
        "R028, R087: a push that is held until the morning is for those who are in its audience then",
        arguments: [false, true]
    )
    func heldAudience(isDeleted: Bool) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let ben = try await match.user("ben", ["timeZone": "America/New_York"])
            let (phone, other) = (try await anna.phone(), try await ben.phone())
            try await match.putEntity("conversation/c1")
            for user in ["anna", "ben"] {
                try await match.putMember(user, of: "conversation/c1", ["role": "participant"])
            }
            let event = try await match.trigger(MatchFixture.chat())
            let path = isDeleted ? "" : "/members/anna"
            _ = try await match.api.delete("/api/v1/entities/conversation/c1\(path)")
            try await sandbox.setClock("2030-01-16T13:00:00Z")
            #expect(try await phone.pushes().isEmpty)
            #expect(try await other.pushes().count == (isDeleted ? 0 : 1))
            #expect(try await event.pushReason("anna") == (isDeleted ? "entity-deleted" : "left-audience"))
            #expect(try await event.report()["status"].string == (isDeleted ? "cancelled" : "done"))
        }
    }

    @Test("A device that has the push keeps it: only the retry of the other one ends")
    func otherDevice() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let (phone, tablet) = (try await anna.phone(), try await anna.phone("ios", provider: "apns"))
            try await sandbox.fault(MatchFixture.outage)
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await tablet.pushes().count == 1)
            try await anna.setCategory("messages", enabled: false)
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().map(\.status) == [503])
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["outcome"].string == "sent")
            let states = Set(why["deliveries"].items.compactMap { $0["state"].string })
            #expect(states == ["accepted", "cancelled"])
        }
    }
}
