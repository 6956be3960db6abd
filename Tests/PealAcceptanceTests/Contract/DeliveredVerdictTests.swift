import Testing

@Suite("What was decided and what was delivered are two things")
struct DeliveredVerdictTests {
    @Test("R190, R216: an accepted push says when, and nobody claims that a device showed it")
    func accepted() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            _ = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let delivery = try await event.why("anna")["channels"]["push"]["delivery"]
            #expect(delivery["outcome"].string == "accepted")
            #expect(delivery["acceptedAt"].string?.hasPrefix("2030-01-15T17:00:0") == true)
            let row = try #require(try await anna.inbox().first)
            #expect(row["status"].string == "delivered")
            #expect(row["acceptedAt"].string?.hasPrefix("2030-01-15T17:00:0") == true)
            #expect(row["deliveredAt"].string == nil)
            let id = try #require(row["id"].string)
            try await sandbox.advance("PT1M")
            _ = try await anna.api.post("/api/v1/notifications/\(id)/received")
            #expect(try await anna.inbox().first?["deliveredAt"].string?.hasPrefix("2030-01-15T17:01") == true)
        }
    }

    @Test("A push that failed was decided to be sent, and its headline says that it reached nobody")
    func failed() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            _ = try await anna.phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let waiting = try await event.why("anna")
            #expect(waiting["channels"]["push"]["delivery"]["outcome"].string == "waiting")
            #expect(waiting["headline"].string?.contains("tried again at") == true)
            try await sandbox.advance("PT2H")
            let why = try await event.why("anna")
            #expect(why["verdict"].string == "notified")
            #expect(why["channels"]["push"]["outcome"].string == "sent")
            #expect(why["channels"]["push"]["delivery"]["outcome"].string == "failed")
            #expect(why["channels"]["push"]["delivery"]["reason"].string == "retries-exhausted")
            #expect(
                why["headline"].string == "Inbox only: no push, because the push service could not be reached."
            )
            #expect(why["reason"].string == "retries-exhausted")
            #expect(try await anna.inbox().first?["acceptedAt"].string == nil)
        }
    }
}
