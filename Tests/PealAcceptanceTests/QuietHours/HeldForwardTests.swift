import Testing

@Suite("Quiet hours: held pushes are re-evaluated when they change (R087, R088)")
struct HeldForwardTests {
    private static func held(_ sandbox: Sandbox) async throws
        -> (user: SignedInUser, phone: Phone, event: AppEvent)
    {
        let match = sandbox.backend("match")
        let anna = try await match.user("anna", ["timeZone": "America/New_York"])
        let phone = try await anna.phone()
        return (anna, phone, try await match.trigger(MatchFixture.message(to: "anna")))
    }

    private static func holds(_ event: AppEvent) async throws -> Int {
        try await event.why("anna")["steps"].items.count {
            $0["stage"].string == "quiet-hours" && $0["outcome"].string == "hold"
        }
    }

    /// What a user sets at 23:00, and when what waits till 08:00 comes then.
    private static let windows: [(JSON, String)] = [
        (["enabled": false], "2030-01-16T04:00:00"),
        (["end": "22:30"], "2030-01-16T04:00:00"),
        (["start": "23:30"], "2030-01-16T04:00:00"),
        (["end": "23:15"], "2030-01-16T04:15:00"),
        (["end": "06:00"], "2030-01-16T11:00:00"),
        (["start": "21:00", "end": "10:00"], "2030-01-16T15:00:00"),
    ]

    @Test("R088: a window that is switched off or moved counts at once, in both directions", arguments: windows)
    func window(_ change: JSON, _ instant: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (anna, phone, event) = try await Self.held(sandbox)
            try await anna.setPreferences(["quietHours": change])
            try await sandbox.settle()
            let isOpen = instant == "2030-01-16T04:00:00"
            #expect(try await phone.pushes().count == (isOpen ? 1 : 0), "no clock has moved")
            if !isOpen {
                let push = try await event.why("anna")["channels"]["push"]
                #expect(push["until"].string?.prefix(19) == instant[...])
            }
            try await sandbox.setClock("2030-01-17T00:00:00Z")
            #expect(try await phone.pushes().compactMap { $0.at?.prefix(19) } == [instant[...]])
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("R088: quiet hours that are reset count at once too")
    func reset() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await anna.setPreferences(["quietHours": ["start": "10:00", "end": "20:00"]])
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().isEmpty)
            _ = try await anna.api.post("/api/v1/users/me/notification-preferences/reset")
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("R088: however often the window moves, the trace keeps the first wait and the last")
    func often() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (anna, phone, event) = try await Self.held(sandbox)
            for minute in 10..<40 {
                try await anna.setPreferences(["quietHours": ["end": "07:\(minute)"]])
                try await sandbox.settle()
            }
            #expect(try await Self.holds(event) == 2)
            try await sandbox.setClock("2030-01-16T12:39:00Z")
            #expect(try await phone.pushes().count == 1)
            #expect(try await event.why("anna")["steps"].items.last?["stage"].string == "route")
        }
    }

    @Test("R087: what has nothing to do with quiet hours leaves a held push alone")
    func others() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (anna, phone, event) = try await Self.held(sandbox)
            let before = try await event.why("anna")
            try await anna.setPreferences(["globalSettings": ["emailEnabled": true]])
            try await anna.setPreferences(["quietHours": ["enabled": true, "end": "08:00"]])
            _ = try await anna.api.patch("/api/v1/users/me/devices/\(phone.device)", ["permission": "provisional"])
            _ = try await sandbox.backend("match").api.put(
                "/api/v1/users/anna",
                ["timeZone": "America/New_York", "name": "Anna"]
            )
            try await anna.mute(["scope": "all", "for": "PT1H"])
            try await sandbox.settle()
            let after = try await event.why("anna")
            #expect(after["channels"]["push"] == before["channels"]["push"])
            #expect(try await Self.holds(event) <= 2)
            try await sandbox.setClock("2030-01-16T13:00:00Z")
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("R091: a mute that ends before the night does not end what waits when the window moves meanwhile")
    func mutedMeanwhile() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (anna, phone, event) = try await Self.held(sandbox)
            try await anna.mute(["scope": "all", "for": "PT1H"])
            try await anna.setPreferences(["quietHours": ["end": "07:00"]])
            try await sandbox.settle()
            #expect(try await event.why("anna")["channels"]["push"]["outcome"].string == "held")
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("R087: one who flies to where it is day gets everything that waited, and others nothing")
    func many() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let (_, phone, _) = try await Self.held(sandbox)
            let ben = try await match.user("ben", ["timeZone": "America/New_York"]).phone()
            for number in 2...5 { try await match.trigger(MatchFixture.message(to: "anna", "ben", in: "c\(number)")) }
            _ = try await match.api.put("/api/v1/users/anna", ["timeZone": "Asia/Tokyo"])
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 5)
            #expect(try await ben.pushes().isEmpty)
            try await sandbox.setClock("2030-01-16T13:00:00Z")
            #expect(try await ben.pushes().count == 4)
            #expect(try await phone.pushes().count == 5)
        }
    }

    @Test(
        "R087, R145: a push whose worth ends in the night ends with it, and why says so at once",
        arguments: [("2h", "08:00", "2030-01-16T06:00:00Z"), ("10h", "11:00", "2030-01-16T14:00:00Z")]
    )
    func expiry(_ ttl: String, _ end: String, _ expiry: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            try await CatalogFile(backend: sandbox.backend("match")).publish(
                ("    ttl: 72h\n    data:\n      sender", "    ttl: \(ttl)\n    data:\n      sender")
            )
            let (anna, phone, event) = try await Self.held(sandbox)
            try await anna.setPreferences(["quietHours": ["end": "\(end)"]])
            try await sandbox.setClock(expiry)
            let push = try await event.why("anna")["channels"]["push"]
            #expect(push["outcome"].string == "suppressed")
            #expect(push["reason"].string == "expired")
            #expect(try await event.report()["status"].string == "done")
            try await sandbox.setClock("2030-01-17T00:00:00Z")
            #expect(try await phone.pushes().isEmpty)
        }
    }
}
