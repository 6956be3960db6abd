import Testing

@Suite("S2 NHS: announcements, events and attendance", .sharedSandbox())
struct AnnouncementTests {
    let sandbox: Sandbox
    let nhs: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        nhs = sandbox.backend("nhs")
    }

    @Test("1.1, 1.2: an announcement with title and preview goes to the members of its organisation alone (R042, R058)")
    func wholeOrganisation() async throws {
        let members = try await NHSFixture.organisation("north", members: ["n-anna", "n-bob"], on: nhs)
        let others = try await NHSFixture.organisation("south", members: ["s-cara"], on: nhs)
        var phones: [Phone] = []
        for user in members + others { phones.append(try await user.phone()) }
        let event = try await nhs.trigger(NHSFixture.announcement("a1", org: "north"))
        #expect(try await event.report()["counts"]["recipients"].int == 2)
        for phone in phones.prefix(2) {
            let shown = try #require(try await phone.notifications().first)
            #expect(shown["title"].string == "Meeting moved to Thursday")
            #expect(shown["body"].string == "We meet in room 12.")
            #expect(shown["link"].string == "/announcements?highlight=a1")
            #expect(try await phone.pushes().first?.android["priority"].string == "NORMAL")
        }
        #expect(try await phones[2].pushes().isEmpty)
        #expect(try await others[0].inbox().isEmpty)
    }

    @Test("1.1: officers who are no members are left out (R042)")
    func officers() async throws {
        let member = try await NHSFixture.organisation("west", members: ["w-anna"], on: nhs)[0]
        let officer = try await nhs.user("w-olga")
        try await nhs.putMember(officer.user, of: "org/west", ["role": "officer"])
        let phones = [try await member.phone(), try await officer.phone()]
        let event = try await nhs.trigger(NHSFixture.announcement("a1w", org: "west"))
        #expect(try await event.report()["counts"]["recipients"].int == 1)
        #expect(try await phones[0].notifications().count == 1)
        #expect(try await phones[1].pushes().isEmpty)
    }

    @Test(
        "6.4: each of the four categories is switched off by itself, and on again (R069)",
        arguments: [
            ("announcements", NHSFixture.announcement("toggle", to: "toggle-announcements")),
            ("events", NHSFixture.event("toggle", to: "toggle-events")),
            ("volunteerHours", NHSFixture.approval("toggle", of: "toggle-volunteerHours")),
            ("bleSessions", NHSFixture.session("toggle", to: "toggle-bleSessions")),
        ]
    )
    func toggles(_ category: String, _ trigger: JSON) async throws {
        let member = try await nhs.user("toggle-\(category)")
        let phone = try await member.phone(capabilities: ["bluetooth": "granted"])
        try await member.setCategory(category, enabled: false)
        let silent = try await nhs.trigger(trigger)
        #expect(try await phone.notifications().isEmpty)
        #expect(try await silent.pushReason(member.user) == "category-disabled")
        try await member.setCategory(category, enabled: true)
        // Another occurrence: what was announced within the hour is not repeated.
        try await nhs.trigger(NHSFixture.again(trigger))
        #expect(try await phone.notifications().count == 1)
    }

    @Test("1.5: members who switched announcements off are left out (R074)")
    func disabledUsers() async throws {
        let members = try await NHSFixture.organisation("off", members: ["off-anna", "off-bob", "off-cara"], on: nhs)
        var phones: [Phone] = []
        for user in members { phones.append(try await user.phone()) }
        try await members[0].setCategory("announcements", enabled: false)
        _ = try await members[1].api.patch("/api/v1/users/me/devices/\(phones[1].device)", ["enabled": false])
        let event = try await nhs.trigger(NHSFixture.announcement("a2", org: "off"))
        #expect(try await phones[0].pushes().isEmpty)
        #expect(try await members[0].inbox().isEmpty)
        #expect(try await phones[1].pushes().isEmpty)
        #expect(try await phones[2].notifications().count == 1)
        #expect(try await event.report()["counts"]["suppressed"]["category-disabled"].int == 1)
    }

    static let switches: [(String, @Sendable (String) -> JSON)] = [
        ("announcements", { NHSFixture.announcement("a-\($0)", to: $0) }),
        ("events", { NHSFixture.event("e-\($0)", to: $0) }),
        ("volunteerHours", { NHSFixture.approval("h-\($0)", of: $0) }),
        ("bleSessions", { NHSFixture.session("s-\($0)", to: $0) }),
    ]

    @Test(
        "6.4: each of the four kinds is switched off alone, and on again (R069)",
        arguments: switches.indices,
        [true, false]
    )
    func kinds(_ off: Int, _ isOnAgain: Bool) async throws {
        let user = "kinds-\(off)-\(isOnAgain)"
        let anna = try await NHSFixture.organisation("o1", members: [user], on: nhs)[0]
        let phone = try await anna.phone(capabilities: ["bluetooth": "granted"])
        try await anna.setCategory(Self.switches[off].0, enabled: false)
        if isOnAgain { try await anna.setCategory(Self.switches[off].0, enabled: true) }
        for (index, kind) in Self.switches.enumerated() {
            let event = try await nhs.trigger(kind.1(user))
            let reason = try await event.pushReason(user)
            #expect(reason == (index == off && !isOnAgain ? "category-disabled" : nil), "\(kind.0)")
        }
        #expect(try await phone.notifications().count == (isOnAgain ? 4 : 3))
    }

    @Test("2.2: a new event brings its title, date, time and place in the reader's zone and language (R043)")
    func eventCreated() async throws {
        let members = try await NHSFixture.organisation("events", members: ["e-anna"], on: nhs)
        _ = try await nhs.user("e-luz", ["timeZone": "America/New_York", "locale": "es"])
        try await nhs.putMember("e-luz", of: "org/events", ["role": "member"])
        let phone = try await members[0].phone()
        let event = try await nhs.trigger([
            "type": "event-created", "entity": "event/food", "entities": ["event/food": ["parent": "org/events"]],
            "data": ["title": "Food drive", "startsAt": "2030-01-15T21:00:00Z", "location": "Main hall"],
        ])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == "New event: Food drive")
        #expect(shown["body"].string == "Jan 15, 2030 at 3:00 PM, Main hall")
        #expect(shown["link"].string == "/events/food")
        #expect(try await phone.pushes().first?.android["priority"].string == "NORMAL")
        let luz = SignedInUser(
            sandbox: sandbox,
            app: "nhs",
            user: "e-luz",
            token: try await sandbox.token("nhs", "e-luz")
        )
        let row = try #require(try await luz.inbox().first)
        #expect(row["title"].string == "Nuevo evento: Food drive")
        #expect(row["body"].string?.contains("16:00") == true)
        #expect(try await event.report()["counts"]["notified"].int == 2)
    }

    @Test("2.4: an event with Bluetooth attendance is told to all members, whatever their phones can do (R043)")
    func bluetoothEvent() async throws {
        let members = try await NHSFixture.organisation("24", members: ["e24-granted", "e24-none"], on: nhs)
        let phones = [
            try await members[0].phone(capabilities: ["bluetooth": "granted"]), try await members[1].phone(),
        ]
        try await nhs.trigger([
            "type": "event-created", "entity": "event/e24",
            "entities": ["event/e24": ["parent": "org/24", "attributes": ["attendance": "bluetooth"]]],
            "data": ["title": "Weekly meeting", "startsAt": "2030-01-15T21:00:00Z", "location": "Room 12"],
        ])
        for phone in phones {
            #expect(try await phone.notifications().map { $0["title"].string } == ["New event: Weekly meeting"])
        }
    }

    @Test(
        "4.1, 4.2, 4.4, 4.5: a session reaches at once those who granted Bluetooth; all have it in the inbox (R046, R098)"
    )
    func bluetooth() async throws {
        let members = try await NHSFixture.organisation("ble", members: ["b-granted", "b-denied", "b-none"], on: nhs)
        let granted = try await members[0].phone(capabilities: ["bluetooth": "granted"])
        let denied = try await members[1].phone(capabilities: ["bluetooth": "denied"])
        let unknown = try await members[2].phone()
        let event = try await nhs.trigger(NHSFixture.session("s1", org: "ble"))
        let shown = try #require(try await granted.notifications().first)
        #expect(shown["title"].string == "Weekly meeting: check-in is open")
        #expect(shown["body"].string?.hasPrefix("Open now to check in.") == true)
        #expect(shown["body"].string?.contains("15") == true, "how long the session lasts")
        #expect(shown["link"].string == "/ble-attendance?session=s1&autoScan=true")
        #expect(try await granted.pushes().first?.android["priority"].string == "HIGH")
        for (user, phone) in [(members[1], denied), (members[2], unknown)] {
            #expect(try await phone.pushes().isEmpty)
            #expect(try await user.inbox().map { $0["type"].string } == ["ble-session-started"])
            #expect(try await event.pushReason(user.user) == "capability-missing")
        }
    }

    @Test("4.5: of a member's two phones the one with Bluetooth is told")
    func capablePhoneOnly() async throws {
        let members = try await NHSFixture.organisation("two", members: ["two-anna"], on: nhs)
        let capable = try await members[0].phone(capabilities: ["bluetooth": "granted"])
        let other = try await members[0].phone("ios")
        try await nhs.trigger(NHSFixture.session("s2", org: "two"))
        #expect(try await capable.pushes().count == 1)
        #expect(try await other.pushes().isEmpty)
    }

    @Test("10.1: every payload says type, item and organisation (R119)")
    func payload() async throws {
        let members = try await NHSFixture.organisation("payload", members: ["p-anna"], on: nhs)
        let phone = try await members[0].phone()
        try await nhs.trigger(NHSFixture.announcement("a9", org: "payload"))
        let peal = try #require(try await phone.pushes().first).peal
        #expect(peal["type"].string == "announcement")
        #expect(peal["entity"].string == "announcement/a9")
        #expect(peal["parent"].string == "org/payload")
        #expect(peal["root"].string == "org/payload")
        #expect(peal["category"].string == "announcements")
        #expect(peal["id"].string?.hasPrefix("ntf_") == true)
    }

    @Test(
        "10.1: what is about no entity, or one that nobody put, is refused: its payload could not say the organisation",
        arguments: [
            ("announcement/never", "announcement", ["title": "Meeting", "preview": "Room 12"]),
            (
                "event/never", "event-created",
                ["title": "Food drive", "startsAt": "2030-01-15T21:00:00Z", "location": "Main hall"]
            ),
            ("hours-request/never", "hours-approved", ["hours": 2, "activity": "Clean-up"]),
            ("hours-request/nowhere", "hours-rejected", ["hours": 2, "activity": "Clean-up", "reason": "Unsigned"]),
            ("session/never", "ble-session-started", ["event": "Weekly meeting", "duration": "PT15M"]),
        ] as [(String, String, JSON)]
    )
    func unknownEntity(_ entity: String, _ type: String, _ data: JSON) async throws {
        _ = try await nhs.user("unknown-anna")
        let trigger: JSON = ["type": "\(type)", "to": ["users": ["unknown-anna"]], "data": data]
        for (body, words) in [
            (trigger, "send `entity`"),
            (trigger.with("entity", "\(entity)"), "unknown entity `\(entity)`; put it first"),
        ] {
            for query in ["", "?dryRun=true"] {
                let reply = try await nhs.api.send("POST", "/api/v1/triggers\(query)", body)
                #expect(reply.status == 422, "\(reply)")
                #expect(reply.code == "unknown-entity", "\(reply)")
                #expect(reply.pointers == ["/entity"])
                #expect(reply.text.contains(words), "\(reply)")
            }
        }
        let bulk = try await nhs.api.post(
            "/api/v1/triggers/bulk",
            ["triggers": [trigger.with("entity", "\(entity)"), trigger.about(entity, org: "known-\(type)")]]
        )
        #expect(bulk["items"].items.map { $0["status"].int } == [422, 202], "\(bulk)")
    }

    @Test(
        "9.5: a token that cannot be one of its provider is refused before anything is sent (R007)",
        arguments: ["has space", "ünïcode", "", "line\nbreak"]
    )
    func tokenShape(token: String) async throws {
        let anna = try await nhs.user("shape-anna")
        let reply = try await anna.api.send(
            "POST",
            "/api/v1/users/me/devices/push",
            ["provider": "fcm", "platform": "android", "token": "\(token)", "permission": "granted"]
        )
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.pointers == ["/token"])
        #expect(try await anna.api.get("/api/v1/users/me/devices")["items"].items.isEmpty)
    }
}
