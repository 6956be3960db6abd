import Testing

/// Pushes that have not left yet when their user reads them elsewhere (R165).
@Suite("Read elsewhere: pushes that wait")
struct WithdrawnPushTests {
    @Test("R165: a message read during the night is not pushed in the morning, and why says so at once")
    func held() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.patch("/api/v1/notifications/\(id)/read", [:])
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["reason"].string == "resolved-elsewhere")
            let last = try #require(why["steps"].items.last)
            #expect(last["reason"].string == "resolved-elsewhere")
            #expect(try await event.report()["status"].string == "done")
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().isEmpty)
        }
    }

    @Test("R165: seeing the list is not reading: what quiet hours hold is still pushed in the morning")
    func seenIsNotRead() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await match.trigger(MatchFixture.message(to: "anna"))
            _ = try await anna.api.post("/api/v1/notifications/seen")
            try await sandbox.advance("PT12H")
            #expect(try await phone.notifications().count == 1)
        }
    }

    @Test("R165: a push that an outage keeps back is never sent once it is read", arguments: PushRoute.providers)
    func pending(_ route: PushRoute) async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna")
            let phone = try await anna.phone(on: route)
            try await sandbox.fault(["provider": "\(route.provider)", "reset": true])
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.patch("/api/v1/notifications/\(id)/read", [:])
            try await sandbox.clearFaults()
            try await sandbox.advance("PT3H")
            #expect(try await phone.notifications().isEmpty)
            let deliveries = try await match.api.get("/api/v1/deliveries?notification=\(id)")["items"].items
            #expect(deliveries.map { $0["state"].string } == ["cancelled"])
            #expect(deliveries.map { $0["reason"].string } == ["resolved-elsewhere"])
            #expect(
                try await event.why("anna")["steps"].items.last?["reason"].string == "resolved-elsewhere"
            )
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("R165: a service that fails is told twice at most; the next push makes it good")
    func lost() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let phones = try await TwoPhones(match.user("anna"), other: .apns)
            try await match.trigger(MatchFixture.message(to: "anna", in: "c1"))
            #expect(try await phones.other.notifications().count == 1, "its first push is on its screen")
            try await sandbox.fault(["provider": "apns", "answer": ["status": 503]])
            try await phones.call("POST", "/read-all")
            try await sandbox.advance("PT2H")
            let told = try await phones.syncPushes().count
            #expect(told == 2)
            #expect(try await phones.other.screen()["badge"].int == 1, "it was not told")
            try await sandbox.clearFaults()
            try await match.trigger(MatchFixture.message(to: "anna", in: "c2"))
            try await match.trigger(MatchFixture.message(to: "anna", in: "c3"))
            #expect(try await phones.other.screen()["badge"].int == 2)
        }
    }
}
