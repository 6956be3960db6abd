import Testing

/// What a user saw to on one device leaves the others (R165).
@Suite("Read elsewhere", .sharedSandbox { try await $0.setClock(MatchFixture.noon) })
struct ReadElsewhereTests {
    let sandbox: Sandbox
    let match: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        match = sandbox.backend("match")
    }

    @Test("R165: a message read on one phone leaves the screen of the other, silently", arguments: PushRoute.silent)
    func cleared(_ route: PushRoute) async throws {
        let user = "read-\(route.testDescription)"
        let phones = try await TwoPhones(match.user(user), other: route)
        try await match.trigger(MatchFixture.message(to: user, in: "one"))
        try await match.trigger(MatchFixture.message(to: user, in: "two"))
        let ids = try await phones.other.shownIDs()
        try #require(ids.count == 2)
        let sounds = try await phones.other.screen()["sounds"]

        try await phones.call("PATCH", "/\(ids[0])/read")
        #expect(try await phones.other.shownIDs() == [ids[1]], "the other conversation stays")
        #expect(try await phones.other.screen()["badge"].int == 1)
        #expect(try await phones.other.screen()["sounds"] == sounds, "nothing rings")
        let syncPush = try #require(try await phones.syncPushes().first)
        #expect(try await phones.syncPushes().count == 1)
        #expect(syncPush.status == 200)
        #expect(syncPush.peal["op"].string == "clear")
        #expect(syncPush.peal["id"].string == ids[0])
        #expect(syncPush.peal["cleared"].items.map { $0["id"].string } == [ids[0]])
        #expect(syncPush.peal["cleared"][0]["tag"].string == String(ids[0].dropFirst(4)))
        #expect(syncPush.peal["badge"].int == 1)
        #expect(try await phones.acting.pushes().count == 2, "the phone it was read on knows")
    }

    @Test(
        "R165: whatever a user does with it on one phone clears the other",
        arguments: [
            "PATCH /{id}/read", "POST /{id}/opened", "POST /{id}/dismissed", "POST /{id}/acknowledge", "DELETE /{id}",
            "POST /read-all", "DELETE ", "POST /seen",
        ]
    )
    func acts(_ act: String) async throws {
        let parts = act.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let user = "act-\(act.filter(\.isLetter))"
        let phones = try await TwoPhones(match.user(user), other: .apns)
        try await match.trigger(MatchFixture.message(to: user))
        let id = try #require(try await phones.other.shownIDs().first)
        try await phones.call(parts[0], parts[1].replacing("{id}", with: id))
        #expect(try await phones.other.shownIDs().isEmpty)
        #expect(try await phones.other.screen()["badge"].int == 0)
        #expect(try await phones.syncPushes().map { $0.peal["op"].string } == ["clear"], "one push tells it all")
    }

    @Test("R165: what the backend resolves leaves every phone; telling it twice sends nothing more")
    func resolved() async throws {
        let phones = try await TwoPhones(match.user("res-both"), other: .expoApple)
        for _ in 0..<2 { try await match.trigger(MatchFixture.message(to: "res-both", in: "r1")) }
        try await match.trigger(MatchFixture.message(to: "res-both", in: "r2"))
        for _ in 0..<2 {
            _ = try await match.api.post(
                "/api/v1/notifications/resolve",
                ["user": "res-both", "thread": "conversation/r1"]
            )
            try await sandbox.settle()
        }
        for phone in [phones.acting, phones.other] {
            #expect(try await phone.notifications().map { $0["thread"].string } == ["conversation/r2"])
            #expect(try await phone.screen()["badge"].int == 1)
            #expect(try await phone.pushes().filter { $0.peal["op"].string == "clear" }.count == 1)
        }
    }

    @Test("R165: many at once are one push")
    func coalesced() async throws {
        let phones = try await TwoPhones(match.user("many"), other: .apns)
        for number in 0..<8 { try await match.trigger(MatchFixture.message(to: "many", in: "c\(number)")) }
        #expect(try await phones.other.notifications().count == 8)
        try await phones.call("POST", "/read-all")
        #expect(try await phones.other.notifications().isEmpty)
        let syncPushes = try await phones.syncPushes()
        #expect(syncPushes.map { $0.peal["cleared"].items.count } == [8])
    }

    @Test("R165: a browser has to show every push, so it gets none that shows nothing")
    func browser() async throws {
        let phones = try await TwoPhones(match.user("browser"), other: .webpush)
        try await match.trigger(MatchFixture.message(to: "browser"))
        try await phones.call("POST", "/read-all")
        #expect(try await phones.other.pushes().count == 1)
    }

    @Test("R165: a later push that has replaced the one read stays")
    func replaced() async throws {
        let phones = try await TwoPhones(match.user("replaced"), other: .apns)
        for count in [3, 7] {
            try await match.trigger([
                "type": "new-offer", "to": ["users": ["replaced"]],
                "data": ["count": JSON(integerLiteral: Int64(count))],
            ])
        }
        let rows = try await phones.user.inbox().compactMap { $0["id"].string }
        try await phones.call("PATCH", "/\(rows[1])/read")
        #expect(try await phones.other.shownIDs() == [rows[0]])
        try await phones.call("PATCH", "/\(rows[0])/read")
        #expect(try await phones.other.shownIDs().isEmpty)
    }

    @Test("R165: a call that names no device clears all of them")
    func withoutDeviceName() async throws {
        let anna = try await match.user("unnamed")
        let phone = try await anna.phone(on: .fcmAndroid)
        try await match.trigger(MatchFixture.message(to: "unnamed"))
        let id = try #require(try await phone.shownIDs().first)
        _ = try await anna.api.post("/api/v1/notifications/\(id)/opened")
        try await sandbox.settle()
        #expect(try await phone.shownIDs().isEmpty, "a call that names no device may come from anywhere")
        #expect(try await phone.screen()["badge"].int == 0)
    }

    @Test("R165: an Android phone that is away clears when it is back; an iPhone loses nothing by it")
    func away() async throws {
        let phones = try await TwoPhones(match.user("away"), other: .fcmAndroid)
        let iphone = try await phones.user.phone(on: .apns)
        for phone in [phones.other, iphone] { try await phone.change("offline") }
        try await match.trigger(MatchFixture.message(to: "away", in: "read"))
        try await match.trigger(MatchFixture.message(to: "away", in: "new"))
        let read = try #require(try await phones.acting.shownIDs().first)
        try await phones.call("PATCH", "/\(read)/read")
        for phone in [phones.other, iphone] { try await phone.change("online") }
        #expect(try await phones.other.notifications().map { $0["thread"].string } == ["conversation/new"])
        #expect(
            try await iphone.notifications().map { $0["thread"].string } == ["conversation/new"],
            "Apple keeps the latest push alone: a clear must not take its place"
        )
    }
}
