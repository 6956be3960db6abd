import Testing

/// A request for DD status is about no event, a request to drive for an event is about one (S4.6.4, S4.7).
@Suite("S4 DSober: requests for DD status", .sharedSandbox())
struct DDStatusTests {
    let dsober: Backend

    init() throws { dsober = try SharedSandbox.sandbox.backend("dsober") }

    /// A type, its data without an event, and what is read in English and in Spanish.
    private static let requests: [(type: String, data: JSON, english: String, spanish: String)] = [
        (
            "dd-request-approved", [:],
            "You may drive for your group. Next: pass the SEP check, then start your DD session on the event’s page.",
            "Puedes conducir en tu grupo. Ahora: supera el control SEP y empieza tu turno en la página del evento."
        ),
        (
            "dd-request-rejected", ["reason": "The photo is not readable."],
            "Your request for DD status was rejected: The photo is not readable.",
            "Tu solicitud para el estado de conductor fue rechazada: The photo is not readable."
        ),
        (
            "dd-request-info-needed", ["needed": "A photo of your licence"],
            "For DD status please add: A photo of your licence",
            "Para el estado de conductor añade: A photo of your licence"
        ),
    ]

    @Test("7.1–7.5: it is answered without an event, and a tap opens the upgrade status (R056)", arguments: requests)
    func withoutEvent(_ row: (type: String, data: JSON, english: String, spanish: String)) async throws {
        for (locale, body) in [("en", row.english), ("es", row.spanish)] {
            let user = try await dsober.user("dds-\(row.type)-\(locale)", ["locale": "\(locale)"])
            let phone = try await user.phone()
            let trigger: JSON = ["type": "\(row.type)", "to": ["users": ["\(user.user)"]], "data": row.data]
            try await dsober.trigger(trigger)
            let shown = try #require(try await phone.notifications().first)
            #expect(shown["body"].string == body)
            #expect(shown["link"].string == "/dd-upgrade")
            #expect(try await user.inbox().first?["body"].string == body)
        }
    }

    @Test(
        "7.2, 7.3: the reason and what is needed cannot be omitted",
        arguments: ["dd-request-rejected", "dd-request-info-needed"]
    )
    func required(_ type: String) async throws {
        let reply = try await dsober.post(["type": "\(type)", "to": ["users": ["anna"]]])
        #expect(reply.status == 422)
        #expect(reply.code == "missing-variable")
    }

    @Test(
        "6.1: an event that starts says that drivers are available where the backend says that there are any",
        arguments: [
            (nil, "Open the event to see who drives and to ask for a ride."),
            (0, "Open the event to see who drives and to ask for a ride."),
            (1, "A driver is available now. Open the event to ask for a ride."),
            (3, "Drivers are available now. Open the event to ask for a ride."),
        ] as [(JSON?, String)]
    )
    func started(drivers: JSON?, body: String) async throws {
        let name = "dds-started-\(drivers?.int ?? -1)"
        let user = try await dsober.user(name)
        try await DSoberFixture.put("event/\(name)", on: dsober)
        var data: JSON = ["event": "Spring formal"]
        if let drivers { data["drivers"] = drivers }
        try await dsober.trigger([
            "type": "event-active", "entity": "event/\(name)", "to": ["users": ["\(name)"]], "data": data,
        ])
        #expect(try await user.inbox().map { $0["body"].string } == [body])
    }

    @Test("6.3: what is about an event still needs one")
    func assigned() async throws {
        let data: JSON = ["event": "Formal", "startsAt": "2030-01-16T01:00:00Z"]
        let reply = try await dsober.post(["type": "dd-assigned", "to": ["users": ["anna"]], "data": data])
        #expect(reply.status == 422)
        #expect(reply.pointers == ["/entity"])
    }

    @Test(
        "5.2: a revocation is told during a session; without one, and after its end, it is not",
        arguments: [("active", 1), ("ended", 0), (nil, 0)] as [(String?, Int)]
    )
    func revoked(session: String?, pushes: Int) async throws {
        let name = "dds-revoked-\(session ?? "none")"
        let user = try await dsober.user(name)
        let phone = try await user.phone()
        if let session {
            try await DSoberFixture.put("session/\(name)", ["ownerId": "\(name)", "status": "\(session)"], on: dsober)
        }
        let data: JSON = ["reason": "Missed the check", "adminContact": "Casey"]
        try await dsober.trigger(["type": "dd-revoked", "to": ["users": ["\(name)"]], "data": data])
        #expect(try await phone.notifications().count == pushes)
        #expect(try await user.inbox().count == pushes)
    }
}
