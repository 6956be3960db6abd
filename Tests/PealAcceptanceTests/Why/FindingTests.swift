import Testing

@Suite("Why: no decision was found, and what is known instead")
struct FindingTests {
    /// The findings of an answer without decisions.
    private func findings(_ backend: Backend, _ query: String) async throws -> [String: String] {
        let answer = try await backend.api.get("/api/v1/why?\(query)")
        #expect(answer["items"].items.isEmpty, "\(answer)")
        let found = answer["findings"].items
        #expect(!found.isEmpty)
        #expect(answer["hint"].string == found.first?["detail"].string)
        return Dictionary(
            found.map { ($0["code"].string ?? "", $0["detail"].string ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test("the user: unknown, erased, known with and without a device")
    func user() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            #expect(try await findings(gss, "user=ghost")["user-unknown"]?.contains("ghost") == true)
            let anna = try await gss.user("anna")
            #expect(try await findings(gss, "user=anna")["no-device"]?.contains("anna") == true)
            _ = try await anna.phone(permission: "denied")
            let known = try await findings(gss, "user=anna")
            #expect(known["user-known"] != nil)
            #expect(known["devices"]?.contains("1 device: fcm active, permission denied") == true, "\(known)")
            _ = try await gss.api.delete("/api/v1/users/anna")
            #expect(try await findings(gss, "user=anna")["user-erased"]?.contains("anna") == true)
        }
    }

    @Test("what reached a user who was erased since is not said to have missed them")
    func erased() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("anna").phone()
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            _ = try await gss.api.delete("/api/v1/users/anna")
            let user = try await findings(gss, "user=anna")
            #expect(user["user-erased"]?.contains("with what was decided about them") == true)
            #expect(user["joined-later"] == nil && user["not-in-audience"] == nil, "\(user)")
            let trigger = try await findings(gss, "trigger=\(event.id)")
            #expect(trigger["audience-empty"]?.contains("or its recipients were erased") == true, "\(trigger)")
            _ = try await gss.api.delete("/api/v1/triggers/\(event.id)")
            let cancelled = try await findings(gss, "trigger=\(event.id)")["trigger-cancelled"]
            #expect(cancelled != nil && cancelled?.contains("before") == false, "\(cancelled ?? "")")
        }
    }

    @Test("the type: unknown, on, and its last trigger")
    func type() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            #expect(try await findings(gss, "user=anna&type=kudoz")["type-unknown"]?.contains("kudoz") == true)
            let never = try await findings(gss, "user=anna&type=kudos")
            #expect(never["type-enabled"]?.contains("version 1") == true)
            #expect(never["no-trigger"] != nil && never["no-trigger-received"] != nil)
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["bob"]], "data": GSSKind.kudos])
            let found = try await findings(gss, "user=anna&type=kudos")
            #expect(found["last-trigger"]?.contains(event.id) == true, "\(found)")
            #expect(found["not-in-audience"]?.contains("the trigger names one other user") == true)
        }
    }

    @Test("the audience: no member, another role, the owner, and one who came later (R060, R063)")
    func audience() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o", members: ["anna"], on: nhs)
            try await nhs.user("zoe")
            let event = try await nhs.trigger(NHSFixture.announcement("a1", org: "o"))
            let stranger = try await findings(nhs, "user=zoe&trigger=\(event.id)")
            #expect(stranger["not-in-audience"]?.contains("zoe is not a member of org/o") == true, "\(stranger)")
            try await nhs.putMember("zoe", of: "org/o", ["role": "member"])
            let late = try await findings(nhs, "user=zoe&trigger=\(event.id)")
            #expect(late["joined-later"]?.contains("before zoe joined its audience") == true, "\(late)")

            let reports = sandbox.backend("reports")
            _ = try await reports.user("rahul")
            try await reports.user("mira")
            _ = try await reports.trigger(ReportsFixture.change())
            let found = try await findings(reports, "user=mira&type=assigned")
            #expect(found["not-in-audience"]?.contains("who is rahul") == true, "\(found)")
        }
    }

    @Test("the trigger: unknown, due later, cancelled before anybody was decided about")
    func trigger() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            #expect(try await findings(gss, "user=anna&trigger=nonsense")["trigger-unknown"] != nil)
            let later = try await gss.trigger([
                "type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos, "sendAt": "2030-01-15T18:00:00Z",
            ])
            let scheduled = try await findings(gss, "user=anna&trigger=\(later.id)")
            #expect(scheduled["trigger-scheduled"]?.contains("18:00 UTC") == true, "\(scheduled)")
            _ = try await gss.api.delete("/api/v1/triggers/\(later.id)")
            #expect(try await findings(gss, "user=anna&trigger=\(later.id)")["trigger-cancelled"] != nil)
        }
    }

    @Test("a sender's limit that is used up, and firings that entities' times ask for (R066, R160)")
    func limitsAndFirings() async throws {
        try await withSandbox(at: "2030-01-15T18:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await NHSFixture.organisation("o", members: ["anna"], on: nhs)
            try await nhs.user("zoe")
            for number in 1...10 { try await nhs.trigger(NHSFixture.announcement("a\(number)", org: "o")) }
            let full = try await findings(nhs, "user=zoe&type=announcement")
            let limit = try #require(full["limit-reached"], "\(full)")
            #expect(limit.contains("announcement-day is reached for org/o, 10 of 10"))
            #expect(
                limit.contains("before 2030-01-16 00:00 Chicago (06:00 UTC)") && limit.hasSuffix("is rejected."),
                "\(limit)"
            )

            let gss = sandbox.backend("gss")
            try await gss.user("zoe")
            #expect(try await findings(gss, "user=zoe&type=event-reminder")["not-planned"] != nil)
            try await gss.putEntity("event/e9", ["times": ["startsAt": "2030-01-16T18:00:00Z"]])
            let planned = try await findings(gss, "user=zoe&type=event-reminder")
            #expect(
                planned["schedule-waiting"]?.contains("17:00 UTC") == true,
                "\(planned)"
            )
        }
    }

    @Test("what is older than the time looked at is named")
    func older() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let found = try await findings(gss, "user=anna&since=2030-01-15T12:30:00Z")
            #expect(found["no-trigger-received"] != nil)
            #expect(found["decided-before"]?.contains(event.id) == true, "\(found)")
        }
    }

    @Test("a delivery that waits says what for")
    func waiting() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("anna").phone()
            try await sandbox.fault([
                "provider": "fcm", "answer": ["status": 429, "reason": "RESOURCE_EXHAUSTED", "retryAfter": 90],
                "times": 1,
            ])
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let delivery = try await event.why("anna")["deliveries"][0]
            #expect(delivery["state"].string == "pending", "\(delivery)")
            #expect(["throttled", "retry"].contains(delivery["waits"]["for"].string), "\(delivery)")
            #expect(delivery["waits"]["until"].string != nil)
            try await sandbox.advance("PT5M")
            let sent = try await event.why("anna")["deliveries"][0]
            #expect(sent["state"].string == "accepted")
            #expect(sent["waits"].isNull)
        }
    }
}
