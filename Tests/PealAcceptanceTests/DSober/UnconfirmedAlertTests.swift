import Testing

@Suite("S4 DSober: an alert that a phone did not confirm (9.4, R147, M13)")
struct UnconfirmedAlertTests {
    /// An admin whose phone has confirmed a first alert, acknowledged since.
    private static func admin(_ dsober: Backend, confirms: Bool = true) async throws -> (SignedInUser, Phone) {
        let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
        let phone = try await admin.phone()
        try await dsober.trigger(DSoberFixture.sepFailed("g"))
        let id = try #require(try await phone.shownIDs().first)
        if confirms { try await confirm([id], on: phone) }
        _ = try await admin.api.post("/api/v1/notifications/\(id)/acknowledge")
        return (admin, phone)
    }

    /// The phone reports what it shows, without its user.
    private static func confirm(_ ids: [String], on phone: Phone) async throws {
        let path = "/api/v1/users/me/devices/\(phone.device)/sync"
        _ = try await device(phone).post(path, ["state": "background", "shown": .list(ids)])
    }

    /// Calls with the phone's device key: they are no calls of its user.
    private static func device(_ phone: Phone) throws -> APICaller {
        let key = try #require(phone.key)
        return APICaller(url: phone.sandbox.url, credential: "\(phone.device):\(key)", scheme: "Peal-Device")
    }

    /// The alerts that the inbox pins, as the backend reads them: that is no call of the user.
    private static func alerts(_ dsober: Backend) async throws -> [JSON] {
        try await dsober.api.get("/api/v1/users/admin/notifications")["items"].items.filter { $0["alert"].bool == true }
    }

    @Test(
        "offline until the end of its ttl: an alert, in the inbox and on the stream of another device, until acknowledged"
    )
    func raised() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let (admin, phone) = try await Self.admin(dsober)
            var stream = try await LiveStream.open(admin.api)
            _ = try await stream.next("badge.changed")
            try await phone.change("offline")
            let event = try await dsober.trigger(DSoberFixture.sepFailed("g"))
            let created = try await stream.next("notification.created")
            #expect(created.data["alert"].bool == false)
            try await sandbox.setClock("2030-01-16T11:59:59Z")
            #expect(try await Self.alerts(dsober).isEmpty)
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            let pinned = try await Self.alerts(dsober)
            #expect(pinned.map { $0["id"] } == [created.data["id"]])
            let raised = try await stream.next("alert.raised")
            #expect(raised.data["id"] == created.data["id"] && raised.data["alert"].bool == true)
            #expect(
                raised.data["title"].string == "Morgan failed SEP verification" && raised.data["link"].string != nil
            )
            let why = try await event.why("admin")
            let step = why["steps"].items.last
            #expect(step?["stage"].string == "route")
            #expect(step?["detail"].string?.contains("No device confirmed the push before it expired") == true)

            // Newer rows stay below it, on every page; opening the app and clearing the list leave it.
            try await dsober.trigger([
                "type": "event-active", "entity": "event/g", "to": ["users": ["admin"]],
                "data": ["event": "Spring formal"],
            ])
            _ = try await admin.api.post("/api/v1/notifications/seen", [:])
            _ = try await admin.api.delete("/api/v1/notifications")
            try await admin.mute(["scope": "all"])
            #expect(try await admin.inbox("?limit=1").map { $0["id"] } == [created.data["id"]])

            // Nor does its age hide it.
            try await sandbox.setClock("2030-03-20T12:00:00Z")
            let token = try await sandbox.token("dsober", "admin")
            let later = SignedInUser(sandbox: sandbox, app: "dsober", user: "admin", token: token)
            #expect(try await later.inbox().map { $0["id"] } == [created.data["id"]])
            #expect(try await later.unreadCount() == 1)
            let id = try #require(created.data["id"].string)
            let answer = try await later.api.post("/api/v1/notifications/\(id)/acknowledge")
            #expect(answer["alert"].bool == false)
            #expect(try await later.inbox().isEmpty)
            #expect(try await later.unreadCount() == 0)
            #expect(try await later.api.get("/api/v1/notifications")["badge"]["count"].int == 0)
        }
    }

    /// What keeps the alert away.
    enum Contact: String, CaseIterable {
        case confirmed, call, neverConfirms, dismissed
    }

    @Test(
        "confirmed in time, dismissed, a call by its user, a phone that never confirms: no alert",
        arguments: Contact.allCases
    )
    func none(contact: Contact) async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let (admin, phone) = try await Self.admin(dsober, confirms: contact != .neverConfirms)
            if contact == .call { try await phone.change("offline") }
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            try await sandbox.advance("PT20H")
            switch contact {
            case .confirmed: try await Self.confirm([try #require(try await phone.shownIDs().last)], on: phone)
            case .call: _ = try await admin.preferences()
            case .dismissed:
                let id = try #require(try await phone.shownIDs().last)
                _ = try await Self.device(phone).send("POST", "/api/v1/notifications/\(id)/dismissed")
            case .neverConfirms: break
            }
            try await sandbox.advance("P2D")
            #expect(try await Self.alerts(dsober).isEmpty, "\(contact)")
        }
    }

    @Test("a call before the push is none since: the alert comes")
    func earlierCall() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let (admin, _) = try await Self.admin(dsober)
            _ = try await admin.inbox()
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            try await sandbox.advance("P1D")
            #expect(try await Self.alerts(dsober).count == 1)
        }
    }
}
