import Testing

@Suite("Sender limits (R160)")
struct SenderLimitTests {
    /// Ten announcements of an organisation, all accepted.
    private static func announceTen(_ org: String, on nhs: Backend) async throws {
        for number in 1...10 {
            _ = try await nhs.post(NHSFixture.announcement("\(org)-\(number)", org: org)).expecting(202)
        }
    }

    @Test("R160: the eleventh announcement of a day is refused with the limit's name and when it resets")
    func eleventh() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0]
            try await Self.announceTen("o1", on: nhs)
            let refused = try await nhs.post(NHSFixture.announcement("late", org: "o1"))
            #expect(refused.status == 429)
            #expect(refused.code == "limit-reached")
            #expect(refused.json["limit"].string == "announcement-day")
            // Midnight in Chicago, the app's zone, is 06:00 UTC.
            #expect(refused["Retry-After"] == "50400")
            #expect(refused["RateLimit"]?.hasPrefix(#""announcement-day";r=0;t=50400"#) == true)
            #expect(refused.json["resetAt"].string == "2030-01-16T06:00:00Z")
            #expect(
                refused.json["detail"].string
                    == "This organisation has sent 10 announcements today. "
                    + "The next one can go out at 00:00 (Wednesday 16 January, Chicago)."
            )

            // Nothing of it was stored: not the inline entity, not the claim.
            #expect(try await nhs.api.send("GET", "/api/v1/entities/announcement/late").status == 404)
            #expect(try await nhs.triggerCount() == 10)
            try await sandbox.settle()
            #expect(try await anna.inbox().count == 10)

            try await sandbox.setClock("2030-01-16T05:59:59Z")
            #expect(try await nhs.post(NHSFixture.announcement("late", org: "o1")).status == 429)
            try await sandbox.setClock("2030-01-16T06:00:00Z")
            try await nhs.trigger(NHSFixture.announcement("late", org: "o1"))
            #expect(try await anna.inbox().count == 11)
        }
    }

    @Test("R160: each organisation has its own count, by its own calendar; other types are not counted")
    func organisations() async throws {
        try await withSandbox(at: "2030-01-15T14:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            _ = try await NHSFixture.organisation("o2", members: ["bert"], on: nhs)
            try await nhs.putEntity("org/o2", ["timeZone": "Asia/Tokyo"])
            try await Self.announceTen("o1", on: nhs)
            try await Self.announceTen("o2", on: nhs)
            let refused = try await nhs.post(NHSFixture.announcement("x2", org: "o2"))
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] == "3600", "midnight in Tokyo is 15:00 UTC")
            #expect(try await nhs.post(NHSFixture.announcement("x1", org: "o1")).status == 429)
            _ = try await nhs.post(NHSFixture.session("s1", org: "o1")).expecting(202)
            try await sandbox.advance("PT1H")
            _ = try await nhs.post(NHSFixture.announcement("x2", org: "o2")).expecting(202)
            #expect(try await nhs.post(NHSFixture.announcement("x1", org: "o1")).status == 429)
        }
    }

    @Test(
        "R160: a day on which the clocks change is one day",
        arguments: [
            ("2030-03-10T06:30:00Z", "2030-03-11T05:00:00Z"), ("2030-11-03T05:30:00Z", "2030-11-04T06:00:00Z"),
        ]
    )
    func clockChange(_ start: String, _ midnight: String) async throws {
        try await withSandbox(at: start) { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            try await Self.announceTen("o1", on: nhs)
            let refused = try await nhs.post(NHSFixture.announcement("x", org: "o1"))
            #expect(refused.json["resetAt"].string == midnight)
            try await sandbox.advance("PT22H")
            #expect(try await nhs.post(NHSFixture.announcement("x", org: "o1")).status == 429)
            try await sandbox.setClock(midnight)
            _ = try await nhs.post(NHSFixture.announcement("x", org: "o1")).expecting(202)
        }
    }

    @Test("R160: in bulk each item counts, and those too many carry the problem")
    func bulk() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            let triggers = (1...12).map { NHSFixture.announcement("b\($0)", org: "o1") }
            let answer = try await nhs.api.post("/api/v1/triggers/bulk", ["triggers": .list(triggers)])
            #expect(answer["items"].items.map { $0["status"].int } == Array(repeating: 202, count: 10) + [429, 429])
            let problem = answer["items"][10]["problem"]
            #expect(problem["code"].string == "limit-reached")
            #expect(problem["limit"].string == "announcement-day")
            #expect(problem["resetAt"].string == "2030-01-16T06:00:00Z")
            #expect(try await nhs.triggerCount() == 10)
        }
    }

    @Test("R160: a duplicate takes no place, and a cancelled announcement gives its place back")
    func givenBack() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            let first = NHSFixture.announcement("a1", org: "o1").with("sendAt", "2030-01-15T20:00:00Z")
            let id = try #require(try await nhs.post(first).expecting(202)["id"].string)
            for _ in 1...3 { #expect(try await nhs.post(first).status == 200) }
            for number in 2...10 {
                _ = try await nhs.post(NHSFixture.announcement("a\(number)", org: "o1")).expecting(202)
            }
            #expect(try await nhs.post(NHSFixture.announcement("x", org: "o1")).status == 429)
            _ = try await nhs.api.delete("/api/v1/triggers/\(id)")
            _ = try await nhs.post(NHSFixture.announcement("x", org: "o1")).expecting(202)
            #expect(try await nhs.post(NHSFixture.announcement("y", org: "o1")).status == 429)
        }
    }

    @Test("R160: a refusal is no answer to repeat: the same idempotency key works once there is quota")
    func idempotency() async throws {
        try await withSandbox(at: "2030-01-16T05:30:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            try await Self.announceTen("o1", on: nhs)
            let late = NHSFixture.announcement("late", org: "o1")
            #expect(try await nhs.post(late, headers: [("Idempotency-Key", "k1")]).status == 429)
            try await sandbox.advance("PT30M")
            let accepted = try await nhs.post(late, headers: [("Idempotency-Key", "k1")])
            #expect(accepted.status == 202)
            let replayed = try await nhs.post(late, headers: [("Idempotency-Key", "k1")])
            #expect(replayed.json["id"] == accepted.json["id"])
        }
    }
}
