import Testing

@Suite("Input that real clients send", .sharedSandbox())
struct RealInputTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    @Test(
        "a text of a Windows client keeps its lines",
        arguments: ["Bring:\r\nwater", "Bring:\rwater", "Bring:\nwater"]
    )
    func lineEnds(_ text: String) async throws {
        let anna = try await gss.user("lines")
        let phone = try await anna.phone()
        let data: JSON = ["headline": "Tomorrow", "message": "\(text)"]
        try await gss.trigger(["type": "system", "to": ["users": ["lines"]], "data": data])
        #expect(try await phone.notifications().last?["body"].string == "Bring:\nwater")
        #expect(try await anna.inbox().first?["data"]["message"].string == "Bring:\nwater")
    }

    @Test(
        "a text of invisible characters only is missing (R109)",
        arguments: ["\u{200B}", "\u{FEFF} \u{200D}", "\u{2060}\n"]
    )
    func invisible(_ text: String) async throws {
        let reply = try await gss.post([
            "type": "kudos", "to": ["users": ["x"]], "data": ["from": "\(text)", "message": "Thanks"],
        ])
        #expect(reply.status == 422)
        #expect(reply.code == "missing-variable", "\(reply)")
        #expect(reply.pointers == ["/data/from"])
    }

    @Test(
        "a locale is taken as Android and POSIX write it, of a user and of a device",
        arguments: ["de_DE", "de-DE", "de_DE.UTF-8"]
    )
    func locale(_ locale: String) async throws {
        let user = "locale-\(locale.utf8.count)-\(locale.contains("_"))"
        let anna = try await gss.user(user, ["locale": "\(locale)"])
        #expect(try await gss.api.get("/api/v1/users/\(user)")["locale"].string == "de-DE")
        try await gss.trigger(["type": "streak-risk", "to": ["users": ["\(user)"]], "data": ["days": 2]])
        #expect(try await anna.inbox().first?["title"].string == "Deine Serie ist in Gefahr")
        let other = try await gss.user("\(user)-device")
        let reply = try await other.api.send(
            "POST",
            "/api/v1/users/me/devices/push",
            [
                "provider": "fcm", "platform": "android", "token": "token-\(user)-0123456789012345678901234567890",
                "locale": "\(locale)",
            ]
        )
        #expect(reply.status == 201, "\(reply)")
        #expect(try await other.devices().first?["locale"].string == "de-DE")
    }

    @Test(
        "priorities and their aliases are known in any case",
        arguments: [("High", "high"), ("Medium", "normal"), ("LOW", "low"), ("medium", "normal")]
    )
    func priority(_ name: String, _ priority: String) async throws {
        let match = sandbox.backend("match")
        let anna = try await match.user("prio-\(name)")
        try await match.trigger(MatchFixture.system(to: "prio-\(name)", priority: name))
        #expect(try await anna.inbox().first?["priority"].string == priority)
    }

    @Test("the refusal of a priority names all of them and their aliases")
    func noPriority() async throws {
        let reply = try await sandbox.backend("match").post(MatchFixture.system(to: "x", priority: "urgent"))
        #expect(reply.status == 422)
        #expect(reply.text.contains("critical, high, normal, low, medium"), "\(reply)")
    }

    @Test("a category is known by both of its names", arguments: ["streakRisk", "streak-risk"])
    func category(_ name: String) async throws {
        let anna = try await gss.user("category-\(name)")
        let path = "/api/v1/users/me/notification-preferences/category/\(name)"
        _ = try await anna.api.patch(path, ["enabled": false])
        #expect(try await anna.preferences()["categories"]["streakRisk"]["enabled"].bool == false)
        let mute = try await anna.mute(["scope": "category", "id": "\(name)", "for": "PT1H"])
        #expect(mute["scope"].string == "category")
        let unknown = try await anna.api.send("PATCH", path + "s", ["enabled": false])
        #expect(unknown.status == 404)
        try await gss.trigger([
            "type": "deposit-reminder", "to": ["users": ["\(anna.user)"]], "data": GSSKind.adjustable[4].data,
        ])
        for known in ["depositReminders", "deposit-reminder"] {
            #expect(try await anna.inbox("?category=\(known)").count == 1)
        }
    }
}
