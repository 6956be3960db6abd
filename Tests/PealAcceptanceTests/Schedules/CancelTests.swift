import Testing

@Suite("Cancel: a definite answer")
struct CancelTests {
    private static func kudos(to users: [String]) -> JSON {
        ["type": "kudos", "to": ["users": .list(users)], "data": GSSKind.kudos]
    }

    @Test("what quiet hours hold is cancelled; why and the counts say so, and asked again it answers the same")
    func held() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"]).phone()
            let yuki = try await match.user("yuki", ["timeZone": "Asia/Tokyo"]).phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna", "yuki"))
            let answer = try await match.api.delete("/api/v1/triggers/\(event.id)")
            #expect(answer == ["status": "cancelled", "cancelled": 1, "tooLate": 1, "phase": "after"])
            #expect(try await event.pushReason("anna") == "cancelled")
            #expect(try await event.report()["status"].string == "cancelled")
            #expect(try await event.report()["counts"]["heldPushes"].int == 0)
            try await sandbox.advance("PT12H")
            #expect(try await anna.pushes().isEmpty)
            #expect(try await yuki.pushes().count == 1)
            #expect(try await match.api.delete("/api/v1/triggers/\(event.id)") == answer)
            let unknown = try await match.api.send("DELETE", "/api/v1/triggers/trg_00000000000070008000000000000000")
            #expect(unknown.status == 404)
        }
    }

    @Test("what an outage keeps back is cancelled, what was accepted is too late", arguments: PushRoute.providers)
    func outage(_ route: PushRoute) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna").phone(on: route)
            try await sandbox.fault(["provider": "\(route.provider)", "reset": true])
            let stuck = try await gss.trigger(Self.kudos(to: ["anna"]))
            try await sandbox.clearFaults()
            let answer = try await gss.api.delete("/api/v1/triggers/\(stuck.id)")
            // Without an answer nobody knows whether it arrived.
            let total = (answer["cancelled"].int ?? 0) + (answer["tooLate"].int ?? 0)
            #expect(total == 1)
            let before = try await anna.pushes().count
            try await sandbox.advance("PT6H")
            #expect(try await anna.pushes().count == before, "its retries stopped")
            let sent = try await gss.trigger(Self.kudos(to: ["anna"]))
            let late = try await gss.api.delete("/api/v1/triggers/\(sent.id)")
            #expect(late == ["status": "cancelled", "cancelled": 0, "tooLate": 1, "phase": "after"])
        }
    }

    @Test("R161: an item that waits to be digested is cancelled by itself; the others are digested without it")
    func digested() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let phone = try await anna.phone()
            var events: [AppEvent] = []
            for request in ["h1", "h2", "h3", "h4"] {
                events.append(
                    try await nhs.trigger(NHSFixture.approval(request, of: "anna"))
                )
            }
            let answer = try await nhs.api.delete("/api/v1/triggers/\(events[2].id)?recall=true")
            #expect(answer == ["status": "cancelled", "cancelled": 1, "tooLate": 0, "phase": "after"])
            try await sandbox.setClock("2030-01-15T16:05:00Z")
            #expect(
                try await phone.notifications().map { $0["body"].string } == [
                    "Your 3 requests for 6 hours were approved."
                ]
            )
            #expect(try await anna.inbox().count == 3)
            #expect(try await events[2].pushReason("anna") == "cancelled")
        }
    }

    @Test("a cancel key cancels any number that wait, at once and with one answer")
    func cancelKey() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna").phone()
            try await gss.user("bob")
            let due = "2030-01-15T13:00:00Z"
            let waiting = Self.kudos(to: ["anna", "bob"]).with("sendAt", "\(due)").with("cancelKey", "session-9")
            let bulk = try await gss.api.post(
                "/api/v1/triggers/bulk",
                ["triggers": .list(Array(repeating: waiting, count: 90))]
            )
            #expect(bulk["items"].items.count == 90)
            _ = try await gss.post(Self.kudos(to: ["anna"]).with("sendAt", "\(due)")).expecting(202)
            let answer = try await gss.api.delete("/api/v1/triggers?cancelKey=session-9")
            #expect(answer == ["status": "cancelled", "cancelled": 180, "tooLate": 0, "phase": "before-fan-out"])
            #expect(try await gss.api.delete("/api/v1/triggers?cancelKey=session-9") == answer)
            #expect(try await gss.api.delete("/api/v1/triggers?cancelKey=session-8")["cancelled"].int == 0)
            try await sandbox.advance("PT2H")
            #expect(try await anna.pushes().count == 1)
        }
    }

    @Test("`recall` retracts the inbox rows and the shown pushes, and corrects the badge")
    func retracts() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let phone = try await anna.phone()
            let wrong = try await gss.trigger(Self.kudos(to: ["anna"]))
            try await gss.trigger(Self.kudos(to: ["anna"]))
            #expect(try await phone.notifications().count == 2)
            _ = try await gss.api.delete("/api/v1/triggers/\(wrong.id)")
            try await sandbox.settle()
            #expect(try await phone.notifications().count == 2, "without `recall` what was sent stays")
            let answer = try await gss.api.delete("/api/v1/triggers/\(wrong.id)?recall=true")
            #expect(answer == ["status": "cancelled", "cancelled": 0, "tooLate": 1, "phase": "after"])
            try await sandbox.settle()
            try await sandbox.advance("PT1M")
            #expect(try await phone.notifications().count == 1)
            #expect(try await phone.screen()["badge"].int == 1)
            #expect(try await anna.inbox().count == 1)
            #expect(try await anna.unreadCount() == 1)
        }
    }
}
