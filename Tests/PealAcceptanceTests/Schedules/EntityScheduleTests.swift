import Testing

@Suite("Types that fire by themselves (R034, R053, R066)")
struct EntityScheduleTests {
    private static let start = "2030-01-15T18:00:00Z"

    private static func event(_ startsAt: String = start) -> JSON {
        [
            "times": ["startsAt": "\(startsAt)"],
            "attributes": ["event": "Lunch run", "place": "Town park"],
        ]
    }

    /// An event with a confirmed member, and their phone.
    private static func lunch(_ sandbox: Sandbox, _ body: JSON = event()) async throws -> (Backend, Phone) {
        let gss = sandbox.backend("gss")
        // The phone first: a member who joins after the time is reminded immediately.
        let phone = try await gss.user("mia", ["timeZone": "Europe/Berlin", "locale": "en"]).phone()
        try await gss.putEntity("event/e1", body)
        try await gss.putMember("mia", of: "event/e1", ["role": "participant", "status": "confirmed"])
        return (gss, phone)
    }

    @Test("R034: an hour before an event its confirmed members are reminded, with the buttons to answer")
    func eventReminder() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (gss, phone) = try await Self.lunch(sandbox)
            let invited = try await gss.user("invited").phone()
            try await gss.putMember("invited", of: "event/e1", ["role": "participant", "status": "invited"])
            try await sandbox.setClock("2030-01-15T16:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-01-15T17:00:00Z")
            let push = try #require(try await phone.pushes().first)
            #expect(push.at?.hasPrefix("2030-01-15T17:00:00") == true)
            #expect(push.title == "Lunch run starts soon")
            #expect(push.body?.hasPrefix("Starts at ") == true)
            #expect(push.peal["actions"].items.count > 0)
            #expect(push.peal["entity"].string == "event/e1")
            #expect(try await invited.pushes().isEmpty)
            func status() async throws -> [String?] {
                try await gss.api.get("/api/v1/triggers?type=event-reminder")["items"].items.map { $0["status"].string }
            }
            #expect(try await status() == ["running"], "whoever confirms before the start is reminded, too")
            try await sandbox.setClock("2030-01-15T18:00:00Z")
            #expect(try await status() == ["done"])
            try await sandbox.advance("P2D")
            #expect(try await phone.pushes().count == 1, "once for each event and time")
        }
    }

    @Test("R053: four hours into an active session the driver is reminded, whatever its planned end; not once it ended")
    func sessionReminder() async throws {
        try await withSandbox(at: "2030-01-15T20:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            var phones: [Phone] = []
            for driver in ["ended", "longer", "active"] {
                phones.append(try await dsober.user(driver, ["timeZone": "America/New_York"]).phone())
                try await DSoberFixture.put(
                    "session/\(driver)",
                    [
                        "ownerId": "\(driver)", "status": "active", "times": ["startsAt": "2030-01-15T20:00:00Z"],
                        "attributes": ["event": "Spring formal"],
                    ],
                    on: dsober
                )
            }
            try await sandbox.advance("PT3H")
            _ = try await dsober.api.patch("/api/v1/entities/session/ended", ["status": "ended"])
            _ = try await dsober.api.patch(
                "/api/v1/entities/session/longer",
                ["times": ["endsAt": "2030-01-15T22:30:00Z"]]
            )
            try await sandbox.advance("PT59M")
            #expect(try await phones[2].pushes().isEmpty)
            try await sandbox.advance("PT1M")
            let push = try #require(try await phones[2].pushes().first)
            #expect(
                push.body == "Your DD session for Spring formal has been active for 4 hours. Take a break or end it."
            )
            try await sandbox.advance("PT5H")
            #expect(try await phones[0].pushes().isEmpty)
            #expect(try await phones[1].pushes().count == 1, "it is still active")
        }
    }

    @Test("R066: an event that moves takes its reminder along, earlier and later")
    func moved() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (gss, phone) = try await Self.lunch(sandbox)
            try await gss.putEntity("event/e1", Self.event("2030-01-15T20:00:00Z"))
            try await sandbox.setClock("2030-01-15T18:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await gss.putEntity("event/e1", Self.event("2030-01-15T20:30:00Z"))
            try await sandbox.setClock("2030-01-15T19:30:00Z")
            #expect(try await phone.pushes().map { $0.at?.prefix(19) } == ["2030-01-15T19:30:00"])
            // It has fired for this time; moved again, it fires for the new one.
            try await gss.putEntity("event/e1", Self.event("2030-01-15T20:30:00Z"))
            try await gss.putEntity("event/e1", Self.event("2030-01-16T09:00:00Z"))
            try await sandbox.advance("P1D")
            #expect(try await phone.pushes().count == 2)
        }
    }

    @Test("R066: a change that comes with a trigger moves the reminder too")
    func movedInline() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (gss, phone) = try await Self.lunch(sandbox)
            try await gss.trigger([
                "type": "system", "to": ["users": ["mia"]], "data": Self.systemData(),
                "entities": ["event/e1": ["times": ["startsAt": "2030-01-15T15:00:00Z"]]],
            ])
            let before = try await phone.pushes().count
            try await sandbox.setClock("2030-01-15T14:00:00Z")
            #expect(try await phone.pushes().count == before + 1)
        }
    }

    private static func systemData() -> JSON { ["headline": "Hello", "message": "A word from us"] }

    struct Cancellation: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (Backend) async throws -> Void
    }

    static let cancellations = [
        Cancellation(testDescription: "its time is removed") { gss in
            try await gss.putEntity("event/e1", event().without("times"))
        },
        Cancellation(testDescription: "it is deleted") { _ = try await $0.api.delete("/api/v1/entities/event/e1") },
        Cancellation(testDescription: "its status says so") { gss in
            try await gss.putEntity("event/e1", event().with("status", "cancelled"))
        },
    ]

    @Test(
        "R066: a reminder is cancelled with its event, and planned again when that comes back",
        arguments: cancellations
    )
    func cancelled(_ cancellation: Cancellation) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (gss, phone) = try await Self.lunch(sandbox)
            try await cancellation.change(gss)
            try await sandbox.setClock("2030-01-15T16:30:00Z")
            try await gss.putEntity("event/e1", Self.event())
            try await cancellation.change(gss)
            try await sandbox.setClock("2030-01-15T17:15:00Z")
            #expect(try await phone.pushes().isEmpty)
            // Back in time for a late reminder: it is worth something for an hour.
            try await gss.putEntity("event/e1", Self.event())
            try await gss.putMember("mia", of: "event/e1", ["role": "participant", "status": "confirmed"])
            try await sandbox.settle()
            #expect(try await sandbox.backend("gss").triggerCount() == 1)
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test(
        "R066: a reminder that is worth nothing any more is skipped, one without its variables fails; neither is sent"
    )
    func notFired() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            try await CatalogFile(backend: sandbox.backend("gss")).requireVenue()
            let (gss, phone) = try await Self.lunch(sandbox, Self.event("2030-01-15T12:30:00Z"))
            try await sandbox.settle()
            #expect(try await gss.triggerCount() == 1, "half an hour before the start is late, and worth it")
            try await gss.putEntity("event/past", Self.event("2030-01-15T11:59:00Z"))
            try await gss.putEntity("event/bare", ["times": ["startsAt": "2030-01-15T13:30:00Z"]])
            try await sandbox.advance("PT1H")
            #expect(try await gss.triggerCount() == 1)
            #expect(try await phone.pushes().count == 1, "she became a member after the event was put")
            // What was missing arrives in time.
            try await gss.putEntity("event/bare", Self.event("2030-01-15T13:30:00Z"))
            try await sandbox.settle()
            #expect(try await gss.triggerCount() == 2)
        }
    }

    @Test("R066: a type that fires by itself takes no time from a trigger; without one it may be sent by hand")
    func byHand() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("mia")
            try await gss.putEntity("event/e2")
            let body: JSON = [
                "type": "event-reminder", "entity": "event/e2", "to": ["users": ["mia"]],
                "data": ["event": "Lunch run", "place": "Town park", "startsAt": "\(Self.start)"],
            ]
            let refused = try await gss.post(body.with("sendAt", "2030-01-15T17:00:00Z"))
            #expect(refused.status == 422)
            #expect(refused.pointers == ["/sendAt"])
            let local = try await gss.post(body.with("sendAtLocal", "2030-01-15T17:00"))
            #expect(local.pointers == ["/sendAtLocal"])
            _ = try await gss.post(body).expecting(202)
        }
    }

    @Test("R066: reminders of sixty events fire at their own instants")
    func many() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("mia")
            for minute in 0..<60 {
                try await gss.putEntity(
                    "event/m\(minute)",
                    Self.event("2030-01-15T15:\(minute < 10 ? "0" : "")\(minute):00Z").with("ownerId", "mia")
                )
                try await gss.putMember("mia", of: "event/m\(minute)", ["role": "participant", "status": "confirmed"])
            }
            try await sandbox.setClock("2030-01-15T14:29:59Z")
            #expect(try await gss.triggerCount() == 30)
            try await sandbox.setClock("2030-01-15T15:00:00Z")
            #expect(try await gss.triggerCount() == 60)
        }
    }
}
