import Testing

/// One number on all of a user's devices (R168–R172, C10).
@Suite(
    "The badge on every device",
    .sharedSandbox { try await $0.setClock(MatchFixture.noon) }
)
struct BadgeSyncTests {
    let sandbox: Sandbox
    let match: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        match = sandbox.backend("match")
    }

    private func badges(_ phones: TwoPhones) async throws -> [Int?] {
        [try await phones.acting.screen()["badge"].int, try await phones.other.screen()["badge"].int]
    }

    @Test("R168: each delivery carries the number, on every device alike")
    func grows() async throws {
        let phones = try await TwoPhones(match.user("grows"), other: .apns)
        for count in 1...3 {
            try await match.trigger(MatchFixture.message(to: "grows", in: "c\(count)"))
            #expect(try await badges(phones) == [count, count])
        }
    }

    @Test("R169, R172: opening the app on one phone empties the badge of the others", arguments: PushRoute.silent)
    func opens(_ route: PushRoute) async throws {
        let user = "opens-\(route.testDescription)"
        let phones = try await TwoPhones(match.user(user), other: route)
        for count in 1...2 { try await match.trigger(MatchFixture.message(to: user, in: "c\(count)")) }
        try await phones.call("POST", "/seen")
        #expect(try await phones.other.screen()["badge"].int == 0)
        #expect(try await phones.syncPushes().map { $0.peal["badge"].int } == [0])
        try await match.trigger(MatchFixture.message(to: user, in: "c3"))
        #expect(try await badges(phones) == [1, 1])
    }

    @Test("R170, R171: looking at one or putting it away takes one off everywhere", arguments: ["opened", "dismissed"])
    func decrements(_ act: String) async throws {
        let user = "minus-\(act)"
        let phones = try await TwoPhones(match.user(user), other: .fcmApple)
        for count in 1...3 { try await match.trigger(MatchFixture.message(to: user, in: "c\(count)")) }
        let id = try #require(try await phones.acting.shownIDs().first)
        try await phones.call("POST", "/\(id)/\(act)")
        #expect(try await phones.other.screen()["badge"].int == 2)
        try await phones.call("POST", "/\(id)/\(act)")
        #expect(try await phones.syncPushes().count == 1, "again changes nothing and tells nobody")
    }

    @Test("R172: where only the number changes, only the number is told, with its version", arguments: PushRoute.silent)
    func numberAlone(_ route: PushRoute) async throws {
        // This app counts what is not read.
        let gss = sandbox.backend("gss")
        let user = "number-\(route.testDescription)"
        let phones = try await TwoPhones(gss.user(user), other: route)
        try await gss.trigger([
            "type": "kudos", "to": ["users": ["\(user)"]], "data": ["from": "Dana", "message": "Thanks"],
        ])
        let id = try #require(try await phones.user.inbox().first?["id"].string)
        try await phones.call("POST", "/\(id)/read")
        try await phones.call("POST", "/\(id)/unread")
        let syncPushes = try await phones.syncPushes()
        #expect(syncPushes.map { $0.peal["op"].string } == ["clear", "badge"])
        #expect(syncPushes.map { $0.peal["badge"].int } == [0, 1])
        let versions = syncPushes.compactMap { $0.peal["badgeVersion"].int }
        #expect(versions == versions.sorted() && Set(versions).count == 2)
        #expect(try await phones.other.screen()["badge"].int == 1)
        let told = try await phones.user.api.get("/api/v1/notifications/unread-count")["badge"]
        #expect(told["count"].int == 1)
        #expect(told["version"].int == versions.last)
    }

    @Test("R172: what does not change the number is not told")
    func nothingNew() async throws {
        // This app counts what is not seen: reading what was seen changes nothing for other screens.
        let phones = try await TwoPhones(match.user("nothing"), other: .apns)
        try await match.trigger(MatchFixture.message(to: "nothing"))
        try await phones.call("POST", "/seen")
        let id = try #require(try await phones.user.inbox().first?["id"].string)
        try await phones.call("PATCH", "/\(id)/read")
        try await phones.call("POST", "/\(id)/received")
        #expect(try await phones.syncPushes().count == 1)
    }

    @Test("R172: sync pushes are silent, and a phone that may show nothing gets none")
    func quiet() async throws {
        let phones = try await TwoPhones(match.user("quiet"), other: .apns)
        let denied = try await phones.user.phone(on: .fcmApple, permission: "denied")
        try await match.trigger(MatchFixture.message(to: "quiet"))
        try await phones.call("POST", "/seen")
        let syncPush = try #require(try await phones.syncPushes().first)
        #expect(syncPush.payload["aps"].names == ["content-available"])
        #expect(syncPush.headers["apns-push-type"].string == "background")
        #expect(syncPush.headers["apns-priority"].string == "5")
        #expect(syncPush.headers["apns-expiration"].string == "0")
        #expect(try await denied.pushes().isEmpty)
    }

    /// Ways to change the number without looking at a notification, and what is left of two.
    static let ways = [("deleted", 1), ("cleared", 0), ("restored", 2), ("recalled", 1), ("resolved", 1)]

    @Test("R172: every other way in which the number changes reaches the other phone", arguments: ways)
    func everyWay(_ way: String, _ left: Int) async throws {
        let user = "way-\(way)"
        let phones = try await TwoPhones(match.user(user), other: .apns)
        try await match.trigger(MatchFixture.message(to: user, in: "\(way)-1"))
        let second = try await match.trigger(MatchFixture.message(to: user, in: "\(way)-2"))
        let id = try #require(try await phones.user.inbox().first?["id"].string)
        switch way {
        case "deleted": try await phones.call("DELETE", "/\(id)")
        case "recalled":
            _ = try await match.api.delete("/api/v1/triggers/\(second.id)?recall=true")
            try await sandbox.settle()
        case "resolved":
            let body: JSON = ["user": "\(user)", "thread": "conversation/\(way)-2"]
            _ = try await match.api.post("/api/v1/notifications/resolve", body)
            try await sandbox.settle()
        default:
            try await phones.call("DELETE", "")
            if way == "restored" { try await phones.call("POST", "/restore") }
        }
        #expect(try await phones.other.screen()["badge"].int == left)
        let syncPush = try #require(try await phones.syncPushes().last)
        let known = try await phones.user.api.get("/api/v1/notifications/unread-count")["badge"]
        #expect(syncPush.peal["badge"].int == left && syncPush.peal["badgeVersion"].int == known["version"].int)
    }

    @Test("R172: nobody hears of another user's badge")
    func others() async throws {
        let phones = try await TwoPhones(match.user("mine"), other: .apns)
        let stranger = try await match.user("stranger").phone(on: .apns)
        try await match.trigger(MatchFixture.message(to: "mine", "stranger"))
        // A device that is not theirs names none of theirs.
        _ = try await phones.user.api.send(
            "POST",
            "/api/v1/notifications/seen",
            headers: [("peal-device", stranger.device)]
        )
        try await sandbox.settle()
        #expect(try await stranger.screen()["badge"].int == 1)
        #expect(try await stranger.pushes().count == 1)
        #expect(try await badges(phones) == [0, 0])
    }
}
