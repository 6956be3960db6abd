import Testing

@Suite(
    "S4 DSober: rides, events and requests",
    .sharedSandbox { try await $0.setClock("2030-01-15T17:00:00Z") }
)
struct RideTests {
    let sandbox: Sandbox
    let dsober: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        dsober = sandbox.backend("dsober")
    }

    @Test("2.1, 2.2: the driver of the ride hears who, where and when (R048)")
    func rideRequested() async throws {
        let driver = try await dsober.user("r21-d", ["timeZone": "America/New_York"])
        let phone = try await driver.phone()
        try await DSoberFixture.put("ride/r21", on: dsober)
        try await dsober.putMember("r21-d", of: "ride/r21", ["role": "dd"])
        try await dsober.trigger(DSoberFixture.rideRequested("r21").without("to"))
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == "Riley requests a ride")
        #expect(shown["body"].string == "Pick up at 12 Elm Street, requested 6:30 PM.")
        #expect(shown["link"].string == "/rides/queue?highlight=r21")
        #expect(shown["sound"].string == "moderate")
    }

    @Test("2.3: high priority while the driver has an active session, normal otherwise (R100)")
    func priorityBySession() async throws {
        let (on, off) = (try await dsober.user("r23-on"), try await dsober.user("r23-off"))
        let (onPhone, offPhone) = (try await on.phone(), try await off.phone())
        try await DSoberFixture.put("session/r23-on", ["ownerId": "r23-on", "status": "active"], on: dsober)
        try await DSoberFixture.put("session/r23-off", ["ownerId": "r23-off", "status": "ended"], on: dsober)
        try await dsober.trigger(DSoberFixture.rideRequested("r23", to: "r23-on", "r23-off"))
        #expect(try await onPhone.pushes().first?.android["priority"].string == "HIGH")
        #expect(try await offPhone.pushes().first?.android["priority"].string == "NORMAL")
        #expect(try await on.inbox().first?["priority"].string == "high")
        #expect(try await off.inbox().first?["priority"].string == "normal")
    }

    @Test("2.4: each pending request is a notification of its own (R159)")
    func separateRequests() async throws {
        let driver = try await dsober.user("r24-d")
        let phone = try await driver.phone()
        for ride in ["r24-1", "r24-2", "r24-3"] {
            try await dsober.trigger(DSoberFixture.rideRequested(ride, to: "r24-d"))
        }
        #expect(
            try await phone.notifications().map { $0["link"].string }
                == (1...3).map { "/rides/queue?highlight=r24-\($0)" }
        )
        #expect(try await driver.inbox().count == 3)
    }

    @Test(
        "3.1–3.5: the rider hears how the ride goes, and a tap shows the ride (R049, R050)",
        arguments: [
            (
                "ride-accepted", "Morgan is on the way",
                #"{"driver":"Morgan","car":"a blue Civic","arrivesAt":"2030-01-15T18:00:00Z"}"#
            ),
            ("ride-picked-up", "You have been picked up", #"{"driver":"Morgan"}"#),
            ("ride-cancelled-by-dd", "Your ride was cancelled", #"{"driver":"Morgan"}"#),
        ]
    )
    func rideStatus(_ type: String, title: String, data: String) async throws {
        let rider = try await dsober.user("rider-\(type)", ["timeZone": "America/New_York"])
        let driver = try await dsober.user("driver-\(type)")
        let (riders, drivers) = (try await rider.phone(), try await driver.phone())
        try await DSoberFixture.put("ride/\(type)", on: dsober)
        try await dsober.putMember(rider.user, of: "ride/\(type)", ["role": "rider"])
        try await dsober.putMember(driver.user, of: "ride/\(type)", ["role": "dd"])
        try await dsober.trigger([
            "type": "\(type)", "entity": "ride/\(type)", "actor": ["id": "\(driver.user)", "kind": "user"],
            "data": try JSON(parsing: Array(data.utf8)),
        ])
        let shown = try #require(try await riders.notifications().first)
        #expect(shown["title"].string == title)
        #expect(shown["link"].string == "/rides/\(type)")
        if type == "ride-accepted" {
            #expect(shown["body"].string == "Look for a blue Civic. Expected at 1:00 PM.")
        }
        #expect(try await drivers.pushes().isEmpty)
    }

    @Test(
        "6.1, 6.2: group members who interacted with the event get it; who left or was invited does not (R055, R059)",
        arguments: ["event-active", "event-cancelled"]
    )
    func interacted(_ type: String) async throws {
        try await DSoberFixture.put("event/\(type)", on: dsober)
        var members: [(String, JSON)] = [("driver", ["role": "dd"]), ("left", ["status": "interacted"])]
        for status in ["interacted", "dd", "rider", "invited"] { members.append((status, ["status": "\(status)"])) }
        for (name, member) in members {
            let user = try await dsober.user("\(type)-\(name)")
            _ = try await user.phone()
            try await dsober.putMember(user.user, of: "event/\(type)", member)
            if name != "left" { try await dsober.putMember(user.user, of: "group/\(type)", ["role": "member"]) }
        }
        var data: JSON = ["event": "Spring formal"]
        if type == "event-cancelled" { data["startsAt"] = "2030-01-16T01:00:00Z" }
        let event = try await dsober.trigger(["type": "\(type)", "entity": "event/\(type)", "data": data])
        let report = try await event.report()
        #expect(report["counts"]["recipients"].int == 4)
        #expect(report["counts"]["deliveries"]["accepted"].int == 4)
        let all = try await dsober.api.get("/api/v1/why?trigger=\(event.id)")["items"].items
        let names = ["interacted", "dd", "rider", "driver"].map { "\(type)-\($0)" }
        #expect(Set(all.compactMap { $0["user"].string }) == Set(names))
    }

    @Test("6.3: an admin who assigns themself gets the notification (R056)")
    func assignedThemself() async throws {
        let admin = try await dsober.user("self-admin")
        let phone = try await admin.phone()
        try await dsober.trigger([
            "type": "dd-assigned", "entity": "event/e7", "to": ["users": ["self-admin"]],
            "actor": ["id": "self-admin", "kind": "user"],
            "data": ["event": "Spring formal", "startsAt": "2030-01-16T01:00:00Z"],
        ])
        #expect(try await phone.notifications().count == 1)
    }

    @Test(
        "6.3, 7.1–7.5: what became of a driver's request (R056)",
        arguments: [
            (
                "dd-assigned", "You drive for Spring formal", "/events/e7",
                #"{"event":"Spring formal","startsAt":"2030-01-16T01:00:00Z"}"#
            ),
            (
                "dd-request-approved", "Your DD request was approved", "/dd-upgrade?event=e7",
                #"{"event":"Spring formal"}"#
            ),
            (
                "dd-request-rejected", "Your DD request was rejected", "/dd-upgrade?event=e7",
                #"{"event":"Spring formal","reason":"The photo is not readable."}"#
            ),
            (
                "dd-request-info-needed", "We need more for your DD request", "/dd-upgrade?event=e7",
                #"{"event":"Spring formal","needed":"A photo of your licence"}"#
            ),
        ]
    )
    func request(_ type: String, title: String, link: String, data: String) async throws {
        let user = try await dsober.user("req-\(type)")
        let phone = try await user.phone()
        try await dsober.trigger([
            "type": "\(type)", "entity": "event/e7", "to": ["users": ["\(user.user)"]],
            "data": try JSON(parsing: Array(data.utf8)),
        ])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == title)
        #expect(shown["link"].string == link)
        let body = try #require(shown["body"].string)
        #expect(body.contains("Spring formal"))
        switch type {
        case "dd-request-approved": #expect(body.contains("start your DD session"), "the next steps")
        case "dd-request-rejected": #expect(body.contains("The photo is not readable."))
        case "dd-request-info-needed": #expect(body.contains("A photo of your licence"))
        default: break
        }
    }

    @Test("5.1: a driver who starts a session gets the confirmation though they did it themself")
    func sessionStarted() async throws {
        let driver = try await dsober.user("r51-d", ["timeZone": "America/New_York"])
        let phone = try await driver.phone()
        try await DSoberFixture.put("session/r51", on: dsober)
        try await dsober.trigger([
            "type": "dd-session-started", "entity": "session/r51",
            "entities": ["session/r51": ["ownerId": "r51-d", "status": "active"]],
            "actor": ["id": "r51-d", "kind": "user"],
            "data": ["event": "Spring formal", "startedAt": "2030-01-15T20:00:00Z"],
        ])
        #expect(
            try await phone.notifications().first?["body"].string
                == "You are available for Spring formal since 3:00 PM."
        )
    }

    @Test("12.3: the centre groups by type and day")
    func grouped() async throws {
        let driver = try await dsober.user("r123-d")
        for ride in ["r123-1", "r123-2"] { try await dsober.trigger(DSoberFixture.rideRequested(ride, to: "r123-d")) }
        let groups = try await driver.api.get("/api/v1/users/me/notifications?groupBy=type,date")["groups"].items
        #expect(groups.map { $0["type"].string } == ["ride-requested"])
        #expect(groups.first?["ids"].items.count == 2)
    }

    @Test("10.3, 10.5: looking at it or dismissing it takes it off the badge")
    func badge() async throws {
        let driver = try await dsober.user("r103-d")
        for ride in ["r103-1", "r103-2", "r103-3"] {
            try await dsober.trigger(DSoberFixture.rideRequested(ride, to: "r103-d"))
        }
        func badge() async throws -> Int? {
            try await driver.api.get("/api/v1/notifications/unread-count")["badge"]["count"].int
        }
        #expect(try await badge() == 3)
        let ids = try await driver.inbox().compactMap { $0["id"].string }
        _ = try await driver.api.post("/api/v1/notifications/\(ids[0])/opened")
        #expect(try await badge() == 2)
        _ = try await driver.api.post("/api/v1/notifications/\(ids[1])/dismissed")
        #expect(try await badge() == 1)
    }
}
