import Testing

@Suite("S0 GSS: preference centre (R246)", .sharedSandbox())
struct PreferenceTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    @Test(
        "AC1.2, AC1.3: a category off brings no push, the inbox keeps it; on again it is pushed (R069, R247, R252)",
        arguments: GSSKind.adjustable
    )
    func categoryToggle(_ kind: GSSKind) async throws {
        let anna = try await gss.user("anna-\(kind.type)")
        let phone = try await anna.phone()
        try await anna.setCategory(kind.key, enabled: false)
        let silent = try await gss.trigger(kind.trigger(for: anna.user))
        #expect(try await phone.notifications().isEmpty)
        #expect(try await anna.inbox().map { $0["type"].string } == [kind.type])
        #expect(try await silent.pushReason(anna.user) == "category-disabled")

        try await anna.setCategory(kind.key, enabled: true)
        try await gss.trigger(kind.trigger(for: anna.user))
        #expect(try await phone.notifications().map { $0["link"].string } == [kind.link])
        #expect(try await anna.inbox().map { $0["type"].string } == [kind.type, kind.type])
    }

    @Test(
        "AC6.8: with push denied a category that is off leaves no row and no count; one that is on is in the inbox (R031)",
        arguments: GSSKind.adjustable
    )
    func deniedAndOff(_ kind: GSSKind) async throws {
        let anna = try await gss.user("anna-denied-\(kind.type)")
        _ = try await anna.phone(permission: "denied")
        try await anna.setCategory(kind.key, enabled: false)
        let silent = try await gss.trigger(kind.trigger(for: anna.user))
        #expect(try await anna.inbox().isEmpty)
        #expect(try await anna.unreadCount() == 0)
        #expect(try await silent.pushReason(anna.user) == "category-disabled")
        try await anna.setCategory(kind.key, enabled: true)
        try await gss.trigger(kind.trigger(for: anna.user))
        #expect(try await anna.inbox().map { $0["type"].string } == [kind.type])
    }

    @Test("AC1.3: with a category and its inbox channel off nothing is left of it")
    func categoryAndInbox() async throws {
        let anna = try await gss.user("anna-nothing")
        try await anna.setPreferences(["categories": ["kudos": ["enabled": false, "channels": ["inApp": false]]]])
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-nothing"]], "data": GSSKind.kudos])
        #expect(try await anna.inbox().isEmpty)
    }

    @Test("AC1.2: switching one category off leaves the five others on")
    func onlyTheOneCategory() async throws {
        let anna = try await gss.user("anna-one")
        let phone = try await anna.phone()
        try await anna.setCategory("kudos", enabled: false)
        for kind in GSSKind.adjustable { try await gss.trigger(kind.trigger(for: anna.user)) }
        let received = Set(try await anna.inbox().compactMap { $0["type"].string })
        #expect(received == Set(GSSKind.adjustable.map(\.type)), "the inbox follows a channel of its own")
        #expect(try await phone.notifications().count == 5)
    }

    @Test("AC1.4: the master push toggle off leaves the inbox alone (R071)", arguments: GSSKind.adjustable)
    func masterPush(_ kind: GSSKind) async throws {
        let anna = try await gss.user("master-\(kind.type)")
        let phone = try await anna.phone()
        try await anna.setPreferences(["globalSettings": ["pushEnabled": false]])
        let event = try await gss.trigger(kind.trigger(for: anna.user))
        #expect(try await phone.pushes().isEmpty)
        #expect(try await anna.inbox().count == 1)
        #expect(try await event.pushReason(anna.user) == "channel-disabled")
    }

    @Test("AC6.8: category preferences still count when push is switched off (R031)")
    func categoriesWithoutPush() async throws {
        let anna = try await gss.user("anna-68")
        try await anna.setPreferences([
            "globalSettings": ["pushEnabled": false], "categories": ["kudos": ["enabled": false]],
        ])
        for kind in GSSKind.adjustable { try await gss.trigger(kind.trigger(for: anna.user)) }
        let phone = try await anna.phone()
        try await anna.setPreferences(["globalSettings": ["pushEnabled": true]])
        for kind in GSSKind.adjustable { try await gss.trigger(kind.trigger(for: anna.user)) }
        #expect(try await phone.notifications().count == 5)
    }

    @Test("Model: one channel of a category off touches that channel only (R070, R233)", arguments: ["push", "inApp"])
    func oneChannel(_ channel: String) async throws {
        let anna = try await gss.user("channel-\(channel)")
        let phone = try await anna.phone()
        let answer = try await anna.api.patch(
            "/api/v1/users/me/notification-preferences/category/kudos",
            ["channels": ["\(channel)": false]]
        )
        #expect(answer["categories"]["kudos"]["channels"][channel].bool ?? answer["channels"][channel].bool == false)
        try await gss.trigger(["type": "kudos", "to": ["users": ["\(anna.user)"]], "data": GSSKind.kudos])
        #expect(try await phone.notifications().count == (channel == "push" ? 0 : 1))
        #expect(try await anna.inbox().count == (channel == "inApp" ? 0 : 1))
    }

    @Test("Model: the preference object is S0's, with what is locked and how many are on (R068, R082)")
    func model() async throws {
        let anna = try await gss.user("anna-model")
        try await anna.setCategory("streakRisk", enabled: false)
        let object = try await anna.preferences()
        #expect(object["userId"].string == anna.user)
        #expect(object["categories"].names == GSSKind.adjustable.map(\.key).sorted())
        for kind in GSSKind.adjustable {
            let category = object["categories"][kind.key]
            #expect(category["enabled"].bool == (kind.key != "streakRisk"))
            #expect(category["channels"].names == ["email", "inApp", "push"])
            #expect(category["locked"].bool == false)
        }
        #expect(object["globalSettings"].names == ["emailEnabled", "inAppEnabled", "pushEnabled"])
        #expect(object["enabledCount"].int == 5)
        #expect(object["updatedAt"].string != nil)
        #expect(object["syncedAt"].string != nil)
    }

    @Test("AC6.2b: on grant everything is enabled by default (R032)")
    func defaults() async throws {
        let anna = try await gss.user("anna-defaults")
        let object = try await anna.preferences()
        #expect(object["enabledCount"].int == 6)
        #expect(object["globalSettings"]["pushEnabled"].bool == true)
        #expect(object["globalSettings"]["inAppEnabled"].bool == true)
        #expect(GSSKind.adjustable.allSatisfy { object["categories"][$0.key]["channels"]["push"].bool == true })
    }

    @Test("AC1.7: reset to defaults restores the recommended settings (R077)")
    func reset() async throws {
        let anna = try await gss.user("anna-reset")
        let before = try await anna.preferences()
        try await anna.setPreferences([
            "globalSettings": ["pushEnabled": false],
            "categories": ["kudos": ["enabled": false], "streakRisk": ["channels": ["push": false]]],
        ])
        let answer = try await anna.api.post("/api/v1/users/me/notification-preferences/reset")
        #expect(answer["categories"] == before["categories"])
        #expect(answer["globalSettings"] == before["globalSettings"])
        #expect(try await anna.preferences()["enabledCount"].int == 6)
    }

    @Test("Asm-4: what is chosen on one device is read on the other, and counts for both phones (R081)")
    func acrossDevices() async throws {
        let first = try await gss.user("anna-two")
        let token = try await sandbox.token("gss", "anna-two", expiresIn: "P20D")
        let second = SignedInUser(sandbox: sandbox, app: "gss", user: "anna-two", token: token)
        let phones = [try await first.phone(), try await second.phone("ios")]
        try await first.setCategory("kudos", enabled: false)
        #expect(try await second.preferences()["categories"]["kudos"]["enabled"].bool == false)
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-two"]], "data": GSSKind.kudos])
        for phone in phones { #expect(try await phone.pushes().isEmpty) }
        try await second.setCategory("kudos", enabled: true)
        #expect(try await first.preferences()["categories"]["kudos"]["enabled"].bool == true)
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-two"]], "data": GSSKind.kudos])
        for phone in phones { #expect(try await phone.notifications().count == 1) }
    }

    @Test("Rel-1b: the later change wins field by field, whatever order they arrive in (R080)")
    func lastWriteWins() async throws {
        let anna = try await gss.user("anna-lww")
        try await anna.setPreferences(["categories": ["kudos": ["enabled": false]]])
        // A change made offline the day before, arriving late: the field it lost stays, the other is taken.
        try await anna.setPreferences([
            "categories": ["kudos": ["enabled": true], "streakRisk": ["enabled": false]],
            "updatedAt": "2020-01-01T00:00:00Z",
        ])
        let object = try await anna.preferences()
        #expect(object["categories"]["kudos"]["enabled"].bool == false)
        #expect(object["categories"]["streakRisk"]["enabled"].bool == false)
    }

    @Test("AC1.8: an absent member stays as it is (R086)")
    func merge() async throws {
        let anna = try await gss.user("anna-merge")
        try await anna.setPreferences(["categories": ["kudos": ["enabled": false]]])
        try await anna.setPreferences(["globalSettings": ["emailEnabled": false]])
        let object = try await anna.preferences()
        #expect(object["categories"]["kudos"]["enabled"].bool == false)
        #expect(object["globalSettings"]["emailEnabled"].bool == false)
        #expect(object["globalSettings"]["pushEnabled"].bool == true)
    }

    @Test("AC1.8: the object a client got may be sent back whole")
    func roundTrip() async throws {
        let anna = try await gss.user("anna-trip")
        let object = try await anna.preferences()
        let answer = try await anna.setPreferences(object)
        #expect(answer["categories"] == object["categories"])
    }

    @Test(
        "Sec-2: nobody reads or changes another user's preferences (R084)",
        arguments: [
            ("GET", "", nil), ("PUT", "", ["globalSettings": ["pushEnabled": false]]),
            ("PATCH", "/category/kudos", ["enabled": false]), ("POST", "/reset", nil),
        ] as [(String, String, JSON?)]
    )
    func authorisation(method: String, call: String, body: JSON?) async throws {
        let anna = try await gss.user("anna-sec")
        let mallory = try await gss.user("mallory-sec")
        let path = "/api/v1/users/\(anna.user)/notification-preferences"
        let reply = try await mallory.api.send(method, path + call, body)
        #expect(reply.status == 404, "\(reply)")
        #expect(try await sandbox.anyone.send("GET", path).status == 401)
        #expect(try await anna.preferences()["enabledCount"].int == 6)
    }
}
