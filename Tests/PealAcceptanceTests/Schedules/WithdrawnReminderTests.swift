import Testing

@Suite("Reminders that have fired follow their entity to the last moment (R053, R066)")
struct WithdrawnReminderTests {
    /// Due at 22:00 in London, where mia's quiet hours begin then and end at 08:00.
    private static let start = "2030-01-15T23:00:00Z"

    private static func event(_ startsAt: String = start) -> JSON {
        ["times": ["startsAt": "\(startsAt)"], "attributes": ["event": "Night run", "place": "Town park"]]
    }

    private static let ttl = (
        "    ttl: 1h                     # worthless", "    ttl: 24h                    # worthless"
    )

    /// The night before: mia's reminder is held, noah has his.
    private struct Night: Sendable {
        var sandbox: Sandbox
        var gss: Backend
        var mia: SignedInUser
        var held: Phone
        var awake: Phone
        var reminder: AppEvent
    }

    private static func night(_ sandbox: Sandbox, told: Bool = false) async throws -> Night {
        let gss = sandbox.backend("gss")
        try await CatalogFile(backend: gss).publish(("  quietHours: false", "  quietHours: true"), ttl)
        let mia = try await gss.user("mia", ["timeZone": "Europe/London", "locale": "en"])
        try await mia.setPreferences(["quietHours": ["enabled": true]])
        let noah = try await gss.user("noah", ["timeZone": "Europe/London", "locale": "en"])
        let phones = (held: try await mia.phone(), awake: try await noah.phone())
        try await gss.putEntity("event/e1", event())
        try await join(gss, told: told)
        try await sandbox.setClock("2030-01-15T22:30:00Z")
        #expect(try await phones.held.pushes().isEmpty)
        #expect(try await phones.awake.pushes().count == (told ? 1 : 0))
        let id = try #require(try await gss.api.get("/api/v1/triggers")["items"].items.first?["id"].string)
        return Night(
            sandbox: sandbox,
            gss: gss,
            mia: mia,
            held: phones.held,
            awake: phones.awake,
            reminder: AppEvent(backend: gss, id: id)
        )
    }

    private static func join(_ gss: Backend, told: Bool = false) async throws {
        for user in told ? ["mia", "noah"] : ["mia"] {
            try await gss.putMember(user, of: "event/e1", ["role": "participant", "status": "confirmed"])
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// How `why` says it.
        var words: String
        /// How often the phone rings after it.
        var pushes = 0
        /// Whether the entity is gone, which is a reason of its own.
        var isDeletion = false
        var make: @Sendable (Backend) async throws -> Void
    }

    static let changes = [
        Change(testDescription: "its status says so", words: "has a status that no longer requires it") { gss in
            try await gss.putEntity("event/e1", event().with("status", "cancelled"))
        },
        Change(testDescription: "it is deleted", words: "was deleted", isDeletion: true) { gss in
            _ = try await gss.api.delete("/api/v1/entities/event/e1")
        },
        Change(testDescription: "it moves by three days", words: "was moved to another time", pushes: 1) { gss in
            try await gss.putEntity("event/e1", event("2030-01-18T12:00:00Z"))
        },
        Change(testDescription: "its time is removed", words: "no longer has the time") { gss in
            try await gss.putEntity("event/e1", event().without("times"))
        },
        Change(testDescription: "a trigger brings the change", words: "has a status that no longer requires it") {
            gss in
            try await gss.trigger([
                "type": "system", "to": ["users": ["noah"]],
                "data": ["headline": "Hello", "message": "A word from us"],
                "entities": ["event/e1": ["status": "cancelled"]],
            ])
        },
        Change(testDescription: "a published rule leaves it out", words: "has a status that no longer requires it") {
            gss in
            try await gss.putEntity("event/e1", event().with("status", "postponed"))
            try await CatalogFile(backend: gss).publish(("[cancelled, canceled]", "[cancelled, canceled, postponed]"))
        },
    ]

    @Test("R066: what quiet hours hold is not sent once its event is cancelled, deleted or moved", arguments: changes)
    func held(_ change: Change) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let night = try await Self.night(sandbox)
            try await change.make(night.gss)
            #expect(try await night.reminder.report()["status"].string == "cancelled")
            #expect(try await night.reminder.report()["counts"]["heldPushes"].int == 0)
            let why = try await night.reminder.why("mia")
            #expect(why["channels"]["push"]["reason"].string == (change.isDeletion ? "entity-deleted" : "cancelled"))
            let expected =
                change.isDeletion
                ? "Its entity \(change.words) before it was sent."
                : "Cancelled before it was sent: its entity \(change.words)."
            #expect(why["steps"].items.last?["detail"].string == expected)
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            #expect(try await night.held.pushes().isEmpty)
            // A reminder that moved comes at its new time.
            try await sandbox.setClock("2030-01-18T10:59:59Z")
            #expect(try await night.held.pushes().isEmpty)
            try await sandbox.setClock("2030-01-19T12:00:00Z")
            #expect(try await night.held.pushes().count == change.pushes)
            #expect(try await night.mia.inbox().count == 1 + change.pushes, "inbox rows stay")
        }
    }

    @Test("R066: a change that does not matter withdraws nothing")
    func unmoved() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let night = try await Self.night(sandbox)
            var body = Self.event()
            body["attributes"] = ["event": "Night run", "place": "Harbour"]
            try await night.gss.putEntity("event/e1", body.with("status", "confirmed"))
            try await night.gss.putMember("noah", of: "event/e1", ["status": "invited"])
            #expect(try await night.reminder.report()["counts"]["heldPushes"].int == 1)
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            #expect(try await night.held.pushes().map { $0.at?.prefix(19) } == ["2030-01-16T08:00:00"])
        }
    }

    @Test("R066: an event that comes back in the same night reminds in the morning, once and with one inbox row")
    func cameBack() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let night = try await Self.night(sandbox)
            for _ in 0..<2 {
                try await night.gss.putEntity("event/e1", Self.event().with("status", "cancelled"))
                try await night.gss.putEntity("event/e1", Self.event())
                try await sandbox.settle()
            }
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            #expect(try await night.held.pushes().map { $0.at?.prefix(19) } == ["2030-01-16T08:00:00"])
            #expect(try await night.mia.inbox().count == 1)
            #expect(try await night.mia.unreadCount() == 1)
        }
    }

    @Test("R066: a user keeps a reminder that was sent, and is not reminded of the same time again")
    func told() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let night = try await Self.night(sandbox, told: true)
            try await night.gss.putEntity("event/e1", Self.event("2030-01-18T12:00:00Z"))
            let answer = try await night.gss.api.delete("/api/v1/triggers/\(night.reminder.id)")
            #expect(answer == ["status": "cancelled", "cancelled": 1, "tooLate": 1, "phase": "after"])
            #expect(try await night.reminder.why("noah")["channels"]["push"]["outcome"].string == "sent")
            #expect(try await night.awake.notifications().count == 1)
            try await night.gss.putEntity("event/e1", Self.event())
            try await sandbox.setClock("2030-01-19T12:00:00Z")
            #expect(try await night.awake.pushes().count == 1, "its first time was told")
        }
    }

    @Test("R066: a reminder that has left in full is done, whatever becomes of its event")
    func left() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let night = try await Self.night(sandbox)
            try await night.mia.setPreferences(["quietHours": ["enabled": false]])
            try await sandbox.settle()
            #expect(try await night.held.pushes().count == 1)
            for change in Self.changes.prefix(2) { try await change.make(night.gss) }
            let report = try await night.reminder.report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["deliveries"]["accepted"].int == 1)
            #expect(try await night.reminder.why("mia")["channels"]["push"]["outcome"].string == "sent")
        }
    }

    @Test("R066: what waits in a digest is removed from it with its event, and the others go on")
    func digested() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let digest = """
                    digest:
                      key: "{{type}}"
                      window: 30m
                      edge: trailing
                      body: {en: "{{count}} events start soon.", de: "{{count}} Termine beginnen bald."}
                """
            try await CatalogFile(backend: gss).publish((Self.ttl.0, "\(digest)\n\(Self.ttl.1)"))
            let phone = try await gss.user("mia", ["locale": "en"]).phone()
            for number in 1...3 {
                try await gss.putEntity("event/e\(number)", Self.event("2030-01-15T14:00:00Z"))
                try await gss.putMember("mia", of: "event/e\(number)", ["role": "participant", "status": "confirmed"])
            }
            try await sandbox.setClock("2030-01-15T13:10:00Z")
            #expect(try await phone.pushes().isEmpty)
            try await gss.putEntity("event/e1", Self.event("2030-01-15T14:00:00Z").with("status", "cancelled"))
            try await sandbox.setClock("2030-01-15T18:00:00Z")
            #expect(try await phone.notifications().map { $0["body"].string } == ["2 events start soon."])
        }
    }

    @Test("R053: what waits for a retry is not sent once its session has ended")
    func outage() async throws {
        let ending: JSON = [
            "status": "ended", "times": ["startsAt": "2030-01-15T20:00:00Z", "endsAt": "2030-01-16T01:00:00Z"],
        ]
        try await withSandbox(at: "2030-01-15T20:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            var phones: [Phone] = []
            for driver in ["over", "goes-on"] {
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
            try await sandbox.setClock("2030-01-15T23:59:00Z")
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            try await sandbox.setClock("2030-01-16T00:00:03Z")
            #expect(try await phones[0].pushes().count > 0)
            #expect(try await phones[0].notifications().isEmpty)
            try await dsober.putEntity("session/over", ending.with("ownerId", "over").with("parent", "event/over"))
            let before = try await phones[0].pushes().count
            try await sandbox.clearFaults()
            try await sandbox.advance("PT55M")
            #expect(try await phones[0].pushes().count == before)
            #expect(try await phones[0].notifications().isEmpty)
            #expect(try await phones[1].notifications().count == 1, "the other session goes on")
        }
    }
}
