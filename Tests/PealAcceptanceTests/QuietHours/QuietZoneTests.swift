import Testing

@Suite("Quiet hours: where a user is (R087)")
struct QuietZoneTests {
    /// Where a user goes whose push waits until 08:00 in New York, and when it comes to them there.
    private static let journeys = [
        // Day there: it comes at once.
        ("Asia/Tokyo", "2030-01-16T04:00:00"), ("Pacific/Honolulu", "2030-01-16T04:00:00"),
        ("America/Los_Angeles", "2030-01-16T04:00:00"),
        // 05:00 there: that place's morning is earlier.
        ("Europe/Berlin", "2030-01-16T07:00:00"),
        // 22:00 there: it is later.
        ("America/Chicago", "2030-01-16T14:00:00"),
    ]

    /// The same for users whose browser or phone names an offset alone.
    private static let offsets = [
        ("+09:00", "2030-01-16T04:00:00"), ("GMT-10:00", "2030-01-16T04:00:00"), ("+0100", "2030-01-16T07:00:00"),
        ("UTC-6", "2030-01-16T14:00:00"),
    ]

    private static func held(_ sandbox: Sandbox, _ body: JSON = ["timeZone": "America/New_York"]) async throws
        -> (signedIn: SignedInUser, phone: Phone, event: AppEvent)
    {
        let match = sandbox.backend("match")
        let anna = try await match.user("anna", body)
        let phone = try await anna.phone()
        return (anna, phone, try await match.trigger(MatchFixture.message(to: "anna")))
    }

    private static func expect(_ instant: String, _ phone: Phone, _ event: AppEvent) async throws {
        try await phone.sandbox.settle()
        let comesAtOnce = instant == "2030-01-16T04:00:00"
        #expect(try await phone.pushes().isEmpty != comesAtOnce)
        try await phone.sandbox.setClock("2030-01-17T12:00:00Z")
        #expect(try await phone.pushes().compactMap { $0.at?.prefix(19) } == [instant[...]])
        let steps = try await event.why("anna")["steps"].items
        let holds = steps.count { $0["stage"].string == "quiet-hours" && $0["outcome"].string == "hold" }
        let isHeldOn = !comesAtOnce && instant != "2030-01-16T13:00:00"
        #expect(holds == (isHeldOn ? 2 : 1), "each wait is in the trace")
        #expect(steps.last?["stage"].string == "route")
        #expect(try await event.report()["status"].string == "done")
    }

    @Test("R087: the backend moves a user to another zone while a push waits", arguments: journeys)
    func userMoves(_ zone: String, _ instant: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (_, phone, event) = try await Self.held(sandbox)
            _ = try await sandbox.backend("match").api.put("/api/v1/users/anna", ["timeZone": "\(zone)"])
            try await Self.expect(instant, phone, event)
        }
    }

    @Test("R087, R088: the user sets another zone for quiet hours while a push waits", arguments: journeys + offsets)
    func choiceMoves(_ zone: String, _ instant: String) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (anna, phone, event) = try await Self.held(sandbox)
            try await anna.setPreferences(["quietHours": ["timeZone": "\(zone)"]])
            try await Self.expect(instant, phone, event)
        }
    }

    @Test("R087: the phone wakes up in another zone while a push waits", arguments: journeys + offsets)
    func deviceMoves(_ zone: String, _ instant: String) async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna")
            let phone = try await anna.phone()
            try await match.trigger(MatchFixture.message(to: "anna"))
            let address = try #require(try await phone.pushes().first?.registration(on: .fcmAndroid))
            _ = try await anna.register(address.with("timeZone", "America/New_York")).expecting(200)
            try await sandbox.setClock(MatchFixture.night)
            let event = try await match.trigger(MatchFixture.message(to: "anna", in: "c2"))
            _ = try await anna.register(address.with("timeZone", "\(zone)")).expecting(200)
            try await sandbox.setClock("2030-01-17T12:00:00Z")
            #expect(try await phone.pushes().last?.at?.prefix(19) == instant[...])
            #expect(try await phone.pushes().count == 2)
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("R087: of zones the quiet hours' own counts most, then the phone's, then the profile's, last the app's")
    func precedence() async throws {
        // 23:00 in New York, 13:00 in Tokyo, 04:00 in London, 18:00 in Honolulu.
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna")
            let phone = try await anna.phone()
            func zone() async throws -> String? { try await anna.preferences()["quietHours"]["timeZone"].string }
            #expect(try await zone() == "America/New_York", "nothing is known: the app's")
            _ = try await match.api.put("/api/v1/users/anna", ["timeZone": "Europe/London"])
            #expect(try await zone() == "Europe/London", "the profile's")
            let first = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await first.pushReason("anna") == "quiet-hours")

            // The phone heard of last is the one that counts.
            try await sandbox.advance("PT1M")
            let second = try await DeviceAddress(route: .fcmAndroid).tokyo(anna)
            #expect(second.status == 201)
            #expect(try await zone() == "Asia/Tokyo", "the phone's")
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 1, "what was held comes")
            try await match.trigger(MatchFixture.message(to: "anna", in: "c2"))
            #expect(try await phone.pushes().count == 2)

            // What the backend put does not travel.
            _ = try await match.api.put("/api/v1/users/anna", ["timeZone": "Europe/Paris"])
            #expect(try await zone() == "Asia/Tokyo", "the phone's still")
            try await match.trigger(MatchFixture.message(to: "anna", in: "c3"))

            try await anna.setPreferences(["quietHours": ["timeZone": "Pacific/Honolulu"]])
            #expect(try await zone() == "Pacific/Honolulu")
            try await match.trigger(MatchFixture.message(to: "anna", in: "c4"))
            #expect(try await phone.pushes().count == 4)
        }
    }

    @Test("R087: a user nobody knows a zone of sleeps by the app's, to its morning")
    func noZone() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let (_, phone, event) = try await Self.held(sandbox, [:])
            try await Self.expect("2030-01-16T13:00:00", phone, event)
        }
    }

    @Test("R088: quiet hours made longer while a push waits hold it on; made shorter or off, it comes earlier")
    func windowChanges() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            var phones: [Phone] = []
            let changes: [(String, JSON)] = [
                ("longer", ["end": "10:00"]), ("shorter", ["end": "06:00"]), ("off", ["enabled": false]),
            ]
            for (user, change) in changes {
                let signedIn = try await match.user(user, ["timeZone": "America/New_York"])
                phones.append(try await signedIn.phone())
                try await match.trigger(MatchFixture.message(to: user))
                try await signedIn.setPreferences(["quietHours": change])
            }
            try await sandbox.settle()
            for (phone, count) in zip(phones, [0, 0, 1]) { #expect(try await phone.pushes().count == count) }
            try await sandbox.setClock("2030-01-16T11:00:00Z")
            for (phone, count) in zip(phones, [0, 1, 1]) { #expect(try await phone.pushes().count == count) }
            try await sandbox.setClock("2030-01-16T15:00:00Z")
            for phone in phones { #expect(try await phone.pushes().count == 1) }
        }
    }
}

extension DeviceAddress {
    /// Registers a phone that is in Tokyo and may show nothing.
    fileprivate func tokyo(_ signedIn: SignedInUser) async throws -> Reply {
        try await signedIn.register(body(1, permission: "denied").with("timeZone", "Asia/Tokyo"))
    }
}
