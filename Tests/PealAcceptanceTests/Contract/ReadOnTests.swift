import Testing

/// What a client reports as viewed counts as its app's catalog says (C10).
@Suite("When a notification counts as read (R170, R179, R181)", .sharedSandbox())
struct ReadOnTests {
    let gss: Backend
    let dsober: Backend

    init() throws {
        let sandbox = try SharedSandbox.sandbox
        (gss, dsober) = (sandbox.backend("gss"), sandbox.backend("dsober"))
    }

    private func read(_ user: SignedInUser) async throws -> [Bool] {
        try await user.inbox().map { !$0["readAt"].isNull }
    }

    private func seen(_ user: SignedInUser) async throws -> [Bool] {
        try await user.inbox().map { !$0["seenAt"].isNull }
    }

    /// A driver with three ride requests, the newest first in the inbox.
    private func driver(_ name: String) async throws -> SignedInUser {
        let driver = try await dsober.user(name)
        for number in 1...3 {
            try await DSoberFixture.put("ride/\(name)-\(number)", on: dsober)
            try await dsober.trigger(DSoberFixture.rideRequested("\(name)-\(number)", to: name))
        }
        return driver
    }

    @Test("S4.12.5: rows that were viewed in the centre are read; opening the app reads nothing")
    func view() async throws {
        let driver = try await driver("view")
        let middle = try #require(try await driver.inbox()[1]["id"].string)
        let answer = try await driver.api.post("/api/v1/notifications/seen", ["ids": ["\(middle)"]])
        #expect(answer["changed"].int == 1)
        #expect(answer["unreadCount"].int == 2)
        #expect(try await read(driver) == [false, true, false])
        let opened = try await driver.api.post("/api/v1/notifications/seen")
        #expect(opened["badge"]["count"].int == 0)
        #expect(try await seen(driver) == [true, true, true])
        #expect(try await read(driver) == [false, true, false])
    }

    @Test("S4.10.3: viewing the target screen takes all that lead there off the badge, whichever row they highlight")
    func screen() async throws {
        let driver = try await driver("screen")
        let before = try await driver.api.get("/api/v1/notifications/unread-count")["badge"]["count"].int
        #expect(before == 3)
        let other = try await driver.api.post("/api/v1/notifications/seen", ["link": "/rides"])
        #expect(other["changed"].int == 0)
        let one = try await driver.api.post(
            "/api/v1/notifications/seen",
            ["link": "/rides/queue?highlight=screen-2"]
        )
        #expect(one["badge"]["count"].int == 2)
        let answer = try await driver.api.post("/api/v1/notifications/seen", ["link": "/rides/queue"])
        #expect(answer["changed"].int == 2)
        #expect(answer["badge"]["count"].int == 0)
        #expect(try await read(driver) == [true, true, true])
    }

    @Test("S0.AC5.4: where a tap reads, what was viewed is seen and stays unread until it is opened")
    func tap() async throws {
        let anna = try await gss.user("tap-anna")
        for _ in 1...2 {
            try await gss.trigger(["type": "kudos", "to": ["users": ["tap-anna"]], "data": GSSKind.kudos])
        }
        let newest = try #require(try await anna.inbox().first?["id"].string)
        let answer = try await anna.api.post("/api/v1/notifications/seen", ["ids": ["\(newest)"]])
        #expect(answer["unreadCount"].int == 2)
        #expect(answer["unseenCount"].int == 1)
        _ = try await anna.api.post("/api/v1/notifications/seen", ["link": "/kudos"])
        #expect(try await seen(anna) == [true, true])
        #expect(try await read(anna) == [false, false])
        _ = try await anna.api.post("/api/v1/notifications/\(newest)/opened")
        #expect(try await read(anna) == [true, false])
    }
}
