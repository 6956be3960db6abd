import Testing

@Suite("Quiet hours: whose they are and when (R087, R088)")
struct QuietWindowTests {
    @Test("R088: the window a user sets counts to the minute, by night and by day", arguments: NightCase.windows)
    func window(_ night: NightCase) async throws { try await check(night) }

    @Test("R087: the night the clocks go forward, the first later instant that is not quiet", arguments: NightCase.gaps)
    func gap(_ night: NightCase) async throws { try await check(night) }

    @Test(
        "R087: the night the clocks go back, the first later instant that is not quiet",
        arguments: NightCase.overlaps
    )
    func overlap(_ night: NightCase) async throws { try await check(night) }

    private func check(_ night: NightCase) async throws {
        try await withSandbox(at: night.at) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "\(night.zone)"])
            let phone = try await anna.phone()
            try await anna.setPreferences(["quietHours": ["start": "\(night.start)", "end": "\(night.end)"]])
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            guard let release = night.release else {
                #expect(try await phone.pushes().count == 1, "it is not quiet")
                return
            }
            let push = try await event.why("anna")["channels"]["push"]
            #expect(push["outcome"].string == "held")
            #expect(push["until"].string?.prefix(19) == release.prefix(19))
            #expect(try await anna.inbox().count == 1)
            try await sandbox.setClock(release)
            #expect(try await phone.pushes().map { $0.at?.prefix(19) } == [release.prefix(19)])
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("R087, R088: the settings show the window in force, the user's own once there is one, until they reset it")
    func settings() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let anna = try await sandbox.backend("match").user("anna", ["timeZone": "America/New_York"])
            let byDefault: JSON = [
                "enabled": true, "start": "22:00", "end": "08:00", "timeZone": "America/New_York", "editable": true,
            ]
            #expect(try await anna.preferences()["quietHours"] == byDefault)
            try await anna.setPreferences(["quietHours": ["start": "21:30", "timeZone": "Europe/Paris"]])
            #expect(
                try await anna.preferences()["quietHours"]
                    == byDefault.with("start", "21:30").with("timeZone", "Europe/Paris")
            )
            try await anna.setPreferences(["quietHours": ["enabled": false]])
            #expect(try await anna.preferences()["quietHours"]["enabled"].bool == false)
            #expect(try await anna.preferences()["quietHours"]["start"].string == "21:30", "what is absent stays")
            _ = try await anna.api.post("/api/v1/users/me/notification-preferences/reset")
            #expect(try await anna.preferences()["quietHours"] == byDefault)
        }
    }

    @Test(
        "R088: what is no time is refused, with its place, and nothing changes",
        arguments: [
            ("start", "24:00"), ("start", "8:00"), ("end", "08:60"), ("end", "late"),
        ]
    )
    func refused(_ member: String, _ value: String) async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let anna = try await sandbox.backend("match").user("anna")
            let before = try await anna.preferences()["quietHours"]
            let reply = try await anna.api.send(
                "PUT",
                "/api/v1/users/me/notification-preferences",
                ["quietHours": ["\(member)": "\(value)"]]
            )
            #expect(reply.status == 422)
            #expect(reply.pointers == ["/quietHours/\(member)"])
            #expect(try await anna.preferences()["quietHours"] == before)
        }
    }

    @Test("R088: where the app alone sets them nobody else can, and a window set before counts no more")
    func notEditable() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await anna.setPreferences(["quietHours": ["start": "11:00", "end": "13:00"]])
            try await CatalogFile(backend: match).publish(("  editable: true", "  editable: false"))
            let reply = try await anna.api.send(
                "PUT",
                "/api/v1/users/me/notification-preferences",
                ["quietHours": ["enabled": false]]
            )
            #expect(reply.status == 422)
            #expect(reply.pointers == ["/quietHours"])
            let shown = try await anna.preferences()["quietHours"]
            #expect(shown["editable"].bool == false)
            #expect(shown["start"].string == "22:00")
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == 1, "noon is not quiet")
            try await sandbox.setClock(MatchFixture.night)
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().count == 1, "the night is")
        }
    }

    @Test("R095: without the feature nothing waits, nothing is shown and nothing can be set; with it the window counts")
    func feature() async throws {
        // 23:00 in Berlin.
        try await withSandbox(at: "2030-01-15T22:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna", ["timeZone": "Europe/Berlin"])
            let phone = try await anna.phone()
            let kudos: JSON = ["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos]
            try await gss.trigger(kudos)
            #expect(try await phone.pushes().count == 1)
            #expect(try await anna.preferences()["quietHours"].isNull)
            let change: JSON = ["quietHours": ["enabled": true]]
            let reply = try await anna.api.send("PUT", "/api/v1/users/me/notification-preferences", change)
            #expect(reply.status == 422)
            #expect(reply.code == "feature-off")

            try await CatalogFile(backend: gss).publish(("  quietHours: false", "  quietHours: true"))
            #expect(try await anna.preferences()["quietHours"]["enabled"].bool == false, "off until switched on")
            try await anna.setPreferences(change)
            let held = try await gss.trigger(kudos)
            #expect(try await held.why("anna")["channels"]["push"]["outcome"].string == "held")

            // Left out again, it holds nobody back: what waits goes when it was to go.
            try await CatalogFile(backend: gss).publish(("  quietHours: true", "  quietHours: false"))
            try await gss.trigger(kudos)
            #expect(try await phone.pushes().count == 2)
            try await sandbox.setClock("2030-01-16T07:00:00Z")
            #expect(try await phone.pushes().count == 3)
        }
    }
}
