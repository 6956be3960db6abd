import Testing

@Suite("S2 NHS: volunteer hours", .sharedSandbox())
struct VolunteerHoursTests {
    let nhs: Backend

    init() throws { nhs = try SharedSandbox.sandbox.backend("nhs") }

    private func approval(_ to: JSON) -> JSON {
        [
            "type": "hours-approved", "entity": "hours-request/h1",
            "entities": ["org/hours": [:], "hours-request/h1": ["parent": "org/hours"]],
            "to": to, "data": ["hours": 2.5, "activity": "Park clean-up"],
        ]
    }

    @Test("3.1, 3.5: an approval goes to the one member with hours and status (R044, R099)")
    func approved() async throws {
        let members = try await NHSFixture.organisation("hours", members: ["h-anna", "h-bob"], on: nhs)
        let (anna, bob) = (try await members[0].phone(), try await members[1].phone())
        try await nhs.trigger(approval(["users": ["h-anna"]]))
        let shown = try #require(try await anna.notifications().first)
        #expect(shown["title"].string == "Volunteer hours approved")
        #expect(shown["body"].string == "Your 2.5 hours for Park clean-up were approved.")
        #expect(shown["link"].string == "/volunteer-hours?highlight=h1")
        #expect(try await anna.pushes().first?.android["priority"].string == "NORMAL")
        #expect(try await bob.pushes().isEmpty)
    }

    @Test("3.2: a rejection says why (R045)")
    func rejected() async throws {
        let anna = try await nhs.user("r-anna")
        let phone = try await anna.phone()
        let rejection: JSON = [
            "type": "hours-rejected", "to": ["users": ["r-anna"]],
            "data": ["hours": 3, "activity": "Park clean-up", "reason": "The signature is missing."],
        ]
        try await nhs.trigger(rejection.about("hours-request/h2"))
        #expect(
            try await phone.notifications().first?["body"].string
                == "Your 3 hours for Park clean-up were rejected: The signature is missing."
        )
    }

    @Test(
        "3.5: hours are never broadcast",
        arguments: [
            #"{"members": {"of": "parent"}}"#, #"{"members": {"of": "org/hours"}}"#, #"{"all": true}"#,
            #"{"owner": true}"#,
        ]
    )
    func neverBroadcast(_ audience: String) async throws {
        let before = try await nhs.triggerCount()
        let reply = try await nhs.post(approval(try JSON(parsing: Array(audience.utf8))))
        #expect(reply.status == 422)
        #expect(reply.code == "audience-not-allowed")
        #expect(reply.pointers.contains("/to"))
        #expect(try await nhs.triggerCount() >= before)
    }

    @Test("3.5: without an audience there is none to fall back on")
    func noDefault() async throws {
        let reply = try await nhs.post(approval(["users": ["x"]]).without("to"))
        #expect(reply.status == 422)
        #expect(reply.code == "audience-not-allowed")
    }
}
