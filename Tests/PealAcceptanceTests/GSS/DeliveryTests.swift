import Testing

@Suite("S0 GSS: what reaches a phone (R246)", .sharedSandbox())
struct DeliveryTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    @Test("AC6.3: permission denied falls back to the inbox with its unread count (R030, R148, R247)")
    func deniedFallsBack() async throws {
        let anna = try await gss.user("anna-63")
        let phone = try await anna.phone(permission: "denied")
        let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna-63"]], "data": GSSKind.kudos])
        #expect(try await phone.pushes().isEmpty)
        #expect(try await anna.inbox().count == 1)
        #expect(try await anna.unreadCount() == 1)
        #expect(try await event.pushReason("anna-63") == "permission-denied")
    }

    @Test("AC3.1, AC3.2: the event reminder brings five quick replies, drawn by the app")
    func eventReminder() async throws {
        let anna = try await gss.user("anna-31", ["locale": "en"])
        let android = try await anna.phone()
        let iPhone = try await anna.phone("ios")
        try await gss.trigger(GSSKind.adjustable[0].trigger(for: anna.user))
        let shown = try #require(try await android.notifications().first)
        #expect(
            shown["actions"].items.map { $0["id"].string }
                == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"]
        )
        #expect(
            shown["actions"].items.map { $0["title"].string }
                == ["On time ✓", "5 min late", "10 min late", "15 min late", "Can't make it ✗"]
        )
        // FCM has no buttons on Android: data alone, urgent, with title and body for the app to draw.
        let push = try #require(try await android.pushes().first)
        #expect(push.message["notification"].isNull)
        #expect(push.android["priority"].string == "HIGH")
        #expect(push.message["data"]["title"].string == "Lunch run starts soon")
        #expect(push.peal["actions"].items.allSatisfy { $0["kind"].string == "quick-reply" })
        // Apple's devices get an ordinary notification with the category that holds the buttons.
        let apple = try #require(try await iPhone.pushes().first)
        #expect(apple.message["notification"]["title"].string == "Lunch run starts soon")
        #expect(apple.message["apns"]["payload"]["aps"]["category"].string == "EVENT_REMINDER")
    }

    @Test("AC3.1: confirmed members of the event hear of it, others do not")
    func confirmedMembers() async throws {
        try await gss.putEntity("event/run", ["times": ["startsAt": "2030-01-15T18:00:00Z"]])
        for (user, status) in [("conf-a", "confirmed"), ("conf-b", "confirmed"), ("conf-c", "cancelled")] {
            try await gss.user(user)
            try await gss.putMember(user, of: "event/run", ["role": "participant", "status": "\(status)"])
        }
        try await gss.user("conf-stranger")
        let event = try await gss.trigger([
            "type": "event-reminder", "entity": "event/run", "data": GSSKind.adjustable[0].data,
        ])
        #expect(try await event.report()["counts"]["recipients"].int == 2)
        #expect(try await event.why("conf-a")["verdict"].string == "notified")
        #expect(try await event.why("conf-b")["verdict"].string == "notified")
    }

    @Test("eta-request asks the confirmed members and not the host who asks (R036)")
    func etaRequest() async throws {
        try await gss.putEntity("event/dinner")
        for user in ["eta-host", "eta-guest"] {
            try await gss.user(user)
            try await gss.putMember(
                user,
                of: "event/dinner",
                ["role": user == "eta-host" ? "host" : "participant", "status": "confirmed"]
            )
        }
        let event = try await gss.trigger([
            "type": "eta-request", "entity": "event/dinner", "actor": ["id": "eta-host", "kind": "user"],
            "data": ["host": "Jordan", "event": "Dinner", "startsAt": "2030-01-15T18:00:00Z"],
        ])
        #expect(try await event.why("eta-guest")["verdict"].string == "notified")
        #expect(try await event.report()["counts"]["recipients"].int == 1)
    }

    @Test("AC2.3: the server renders in the reader's language and zone (R107, R113)")
    func readersLanguage() async throws {
        let anna = try await gss.user("anna-de", ["locale": "de", "timeZone": "Europe/Berlin"])
        let bob = try await gss.user("bob-us", ["locale": "en-US", "timeZone": "America/New_York"])
        let (german, american) = (try await anna.phone(), try await bob.phone())
        try await gss.trigger([
            "type": "event-reminder", "entity": "event/e1", "to": ["users": ["anna-de", "bob-us"]],
            "data": GSSKind.adjustable[0].data,
        ])
        let forAnna = try #require(try await german.notifications().first)
        #expect(forAnna["title"].string == "Lunch run beginnt bald")
        #expect(forAnna["body"].string == "Beginn 19:00, Town park. Bist du pünktlich?")
        #expect(forAnna["actions"][0]["title"].string == "Pünktlich ✓")
        let forBob = try #require(try await american.notifications().first)
        #expect(forBob["body"].string == "Starts at 1:00 PM, Town park. Will you be on time?")
        #expect(try await anna.inbox().first?["title"].string == "Lunch run beginnt bald")
    }

    @Test("Sec-5: what a value says is data and never a template (R114)")
    func noTemplateInjection() async throws {
        let anna = try await gss.user("anna-sec5")
        let phone = try await anna.phone()
        try await gss.trigger([
            "type": "kudos", "to": ["users": ["anna-sec5"]],
            "data": ["from": "{{message}}", "message": "{{from}} <b>&amp;\"' {{ message | time }}"],
        ])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == "{{message}} sent you kudos")
        #expect(shown["body"].string == "“{{from}} <b>&amp;\"' {{ message | time }}”")
    }

    @Test("AC2.4: every notification carries its deep link (R035, R121, R252)", arguments: GSSKind.adjustable)
    func deepLink(_ kind: GSSKind) async throws {
        let anna = try await gss.user("link-\(kind.type)")
        let phone = try await anna.phone()
        try await gss.trigger(kind.trigger(for: anna.user))
        let peal = try #require(try await phone.pushes().first).peal
        #expect(peal["link"].string == kind.link)
        #expect(peal["type"].string == kind.type)
        #expect(peal["v"].int == 1)
        #expect(peal["op"].string == "show")
        #expect(try await anna.inbox().first?["link"].string == kind.link)
    }

    @Test(
        "Sec-6: a link that is not on the list becomes the fallback (R126)",
        arguments: [
            "https://evil.example/x", "javascript:alert(1)", "//evil.example", "/admin", "/quests/../admin",
            "/quests/%2e%2e",
            "gss://evil/x/y/z",
        ]
    )
    func linkAllowList(_ target: String) async throws {
        let anna = try await gss.user("anna-sec6")
        let phone = try await anna.phone()
        try await gss.trigger([
            "type": "system", "to": ["users": ["anna-sec6"]],
            "data": ["headline": "News", "message": "Read it", "target": "\(target)"],
        ])
        #expect(try await phone.notifications().last?["link"].string == "/notifications")
    }

    @Test(
        "Out-6: what is for one user goes to no group (R257)",
        arguments: GSSKind.adjustable.filter { $0.type != "event-reminder" }
    )
    func noGroup(_ kind: GSSKind) async throws {
        try await gss.putEntity("event/out6")
        let body = kind.trigger(for: "out6").with("entity", "event/out6")
        let reply = try await gss.post(body.with("to", ["members": ["of": "event/out6"]]))
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.code == "audience-not-allowed")
        #expect(reply.pointers.contains("/to"))
    }

    @Test("US1.Edge-3: all devices get it, the inbox has one row (R157)")
    func allDevicesOneRow() async throws {
        let anna = try await gss.user("anna-devices")
        let phones = [try await anna.phone(), try await anna.phone("ios"), try await anna.phone("web")]
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-devices"]], "data": GSSKind.kudos])
        for phone in phones { #expect(try await phone.notifications().count == 1) }
        #expect(try await anna.inbox().count == 1)
    }

    @Test("AC2.5: the badge counts what is unread (R168)")
    func badge() async throws {
        let anna = try await gss.user("anna-badge")
        let phone = try await anna.phone()
        for _ in 0..<3 {
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna-badge"]], "data": GSSKind.kudos])
        }
        #expect(try await phone.screen()["badge"].int == 3)
        let versions = try await phone.pushes().compactMap { $0.peal["badgeVersion"].int }
        #expect(versions == versions.sorted() && Set(versions).count == 3, "the highest version wins")
    }
}
