import Testing

@Suite("What the answer to a PUT says about reminders (R034, R066)")
struct ScheduleAnswerTests {
    private static let event: JSON = [
        "times": ["startsAt": "2030-01-15T18:00:00Z"], "attributes": ["event": "Lunch run", "place": "Town park"],
    ]

    @Test("an event says when its reminder is due, and why it is not sent")
    func schedules() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            func put(_ body: JSON) async throws -> JSON { try await gss.api.put("/api/v1/entities/event/e1", body) }
            let planned = try await put(Self.event)
            #expect(planned["schedules"].items.map { $0["type"].string } == ["event-reminder"])
            #expect(planned["schedules"][0]["dueAt"].string == "2030-01-15T17:00:00Z")
            #expect(planned["schedules"][0]["reason"].string == nil)
            #expect(planned["warnings"].items.isEmpty)
            #expect(try await put(Self.event.without("times"))["schedules"][0]["reason"].string == "no-time")
            let cancelled = try await put(Self.event.with("status", "cancelled"))
            #expect(cancelled["schedules"][0]["reason"].string == "status")
            #expect(cancelled["warnings"].items.isEmpty)
            let past = try await put(["times": ["startsAt": "2030-01-15T11:00:00Z"]])
            #expect(past["schedules"][0]["reason"].string == "too-late")
        }
    }

    @Test("S0.W2.1: an event without a name or a place reminds its participants all the same", arguments: ["en", "de"])
    func optional(_ locale: String) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("mia", ["locale": "\(locale)", "timeZone": "Europe/Berlin"]).phone()
            let body = Self.event.without("attributes")
                .with("members", [["user": "mia", "role": "participant", "status": "confirmed"]])
            let answer = try await gss.api.put("/api/v1/entities/event/e1", body)
            #expect(answer["warnings"].items.isEmpty)
            try await sandbox.setClock("2030-01-15T17:00:00Z")
            let shown = try #require(try await phone.notifications().first)
            let title = locale == "en" ? "Your event starts soon" : "Dein Termin beginnt bald"
            let venue = locale == "en" ? ", place in the app. " : ", Ort in der App. "
            #expect(shown["title"].string == title)
            #expect(shown["body"].string?.contains(venue) == true, "\(shown)")
        }
    }

    @Test("a missing attribute is a warning that says how to fix it, also in why; once it is there it fires")
    func incomplete() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await CatalogFile(backend: gss).requireVenue()
            let phone = try await gss.user("mia", ["locale": "en"]).phone()
            var body = Self.event
            body["attributes"] = ["event": "Lunch run"]
            body["members"] = [["user": "mia", "role": "participant", "status": "confirmed"]]
            let answer = try await gss.api.put("/api/v1/entities/event/e1", body)
            #expect(answer["warnings"].items.map { $0["code"].string } == ["schedule-incomplete"])
            let detail = try #require(answer["warnings"][0]["detail"].string)
            #expect(detail.contains("event-reminder") && detail.contains("place"), "\(detail)")
            #expect(answer["schedules"][0]["reason"].string == "missing-variable")
            let before = try await gss.api.get("/api/v1/why?user=mia&type=event-reminder")
            let told = before["findings"].items.filter { $0["code"].string == "schedule-incomplete" }
            #expect(told.first?["detail"].string?.contains("place") == true, "\(before)")
            let metric = #"peal_schedules_failed_total{app="gss",type="event-reminder"}"#
            #expect(try await sandbox.metric(metric) == nil)
            try await sandbox.setClock("2030-01-15T17:10:00Z")
            #expect(try await phone.pushes().isEmpty)
            #expect(try await sandbox.metric(metric) == "1")
            let why = try await gss.api.get("/api/v1/why?user=mia&type=event-reminder")
            #expect("\(why)".contains("/data/place"))
            let fixed = try await gss.api.patch(
                "/api/v1/entities/event/e1",
                ["attributes": ["place": "Town park"]]
            )
            #expect(fixed["warnings"].items.isEmpty)
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("members are put with their event, all or none, and others stay")
    func members() async throws {
        try await withSandbox(at: "2030-01-15T17:30:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phones = [
                try await gss.user("mia", ["locale": "en"]).phone(),
                try await gss.user("noah", ["locale": "en"]).phone(),
            ]
            func member(_ user: String, _ role: String = "participant") -> JSON {
                ["user": "\(user)", "role": "\(role)", "status": "confirmed"]
            }
            var body = Self.event
            body["members"] = [member("mia")]
            _ = try await gss.api.put("/api/v1/entities/event/e1", body)
            body["members"] = [member("noah")]
            _ = try await gss.api.put("/api/v1/entities/event/e1", body)
            try await sandbox.settle()
            for phone in phones { #expect(try await phone.pushes().count == 1) }
            let listed = try await gss.api.get("/api/v1/entities/event/e1/members")["items"].items
            #expect(listed.map { $0["user"].string } == ["mia", "noah"])
            body["members"] = [member("mia"), member("eve", "captain")]
            let refused = try await gss.api.send("PUT", "/api/v1/entities/event/e2", body)
            #expect(refused.status == 422)
            #expect(refused.pointers == ["/members/1/role"])
            #expect(try await gss.api.send("GET", "/api/v1/entities/event/e2").status == 404)
        }
    }
}

extension CatalogFile {
    /// Publishes the reminder of `gss` with a text that needs a venue, which the shipped one does without.
    func requireVenue() async throws {
        let declared = "      place: {type: string, example: Town park"
        let optional = ", optional: true, default: {en: place in the app, de: Ort in der App}}"
        try await publish((declared + optional, declared + "}"))
    }
}
