import Testing

@Suite("Reminders for those who join late, once each (R034, R053, R066)")
struct LateReminderTests {
    private static func event(_ startsAt: String = "2030-01-15T18:00:00Z") -> JSON {
        ["times": ["startsAt": "\(startsAt)"], "attributes": ["event": "Lunch run", "place": "Town park"]]
    }

    private static func phone(_ name: String, _ gss: Backend) async throws -> Phone {
        try await gss.user(name, ["timeZone": "Europe/Berlin", "locale": "en"]).phone()
    }

    private static func join(_ user: String, _ gss: Backend, status: String = "confirmed") async throws {
        try await gss.putMember(user, of: "event/e1", ["role": "participant", "status": "\(status)"])
    }

    @Test("R034: an event made within its last hour reminds whoever is or becomes confirmed, once, until it starts")
    func lateEvent() async throws {
        try await withSandbox(at: "2030-01-15T17:20:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let (mia, noah, eve) = (
                try await Self.phone("mia", gss), try await Self.phone("noah", gss), try await Self.phone("eve", gss)
            )
            try await gss.putEntity("event/e1", Self.event())
            try await sandbox.settle()
            #expect(try await gss.triggerCount() == 1)
            try await Self.join("mia", gss)
            try await Self.join("noah", gss, status: "invited")
            try await sandbox.settle()
            #expect(try await mia.pushes().count == 1)
            #expect(try await noah.pushes().isEmpty)
            try await sandbox.setClock("2030-01-15T17:45:00Z")
            for status in ["confirmed", "invited", "confirmed"] { try await Self.join("noah", gss, status: status) }
            try await Self.join("mia", gss)
            try await sandbox.settle()
            #expect(try await noah.pushes().map { $0.title } == ["Lunch run starts soon"])
            #expect(try await mia.pushes().count == 1)
            try await sandbox.setClock("2030-01-15T18:00:00Z")
            try await Self.join("eve", gss)
            try await sandbox.advance("PT1H")
            #expect(try await eve.pushes().isEmpty, "it has started")
            #expect(try await gss.triggerCount() == 1)
            let listed = try await gss.api.get("/api/v1/triggers?type=event-reminder")["items"].items
            #expect(listed.map { $0["status"].string } == ["done"])
        }
    }

    @Test("R034: many confirm one after another, in any order, and each is reminded once")
    func many() async throws {
        try await withSandbox(at: "2030-01-15T17:10:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.putEntity("event/e1", Self.event())
            var phones: [Phone] = []
            for number in 0..<12 {
                let name = "u\((number * 7) % 12)"
                phones.append(try await Self.phone(name, gss))
                try await Self.join(name, gss)
                if number.isMultiple(of: 4) { try await sandbox.advance("PT2M") }
            }
            try await sandbox.advance("PT5M")
            for phone in phones { #expect(try await phone.pushes().count == 1) }
        }
    }

    @Test(
        "R066: a start that moves by up to half an hour reminds nobody again; whoever joins then reads the new time",
        arguments: [("2030-01-15T18:30:00Z", 1), ("2030-01-15T17:50:00Z", 1), ("2030-01-15T18:31:00Z", 2)]
    )
    func moved(_ startsAt: String, _ pushes: Int) async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let (mia, noah) = (try await Self.phone("mia", gss), try await Self.phone("noah", gss))
            try await gss.putEntity("event/e1", Self.event())
            try await Self.join("mia", gss)
            try await sandbox.setClock("2030-01-15T17:05:00Z")
            #expect(try await mia.pushes().count == 1)
            try await gss.putEntity("event/e1", Self.event(startsAt))
            try await sandbox.setClock("2030-01-15T17:40:00Z")
            try await Self.join("noah", gss)
            try await sandbox.settle()
            #expect(try await mia.pushes().count == pushes)
            let told = try await noah.pushes()
            #expect(told.count == 1)
            let minute = startsAt.dropFirst(14).prefix(2)
            #expect(told.first?.body?.contains(":\(minute)") == true, "\(told.first?.body ?? "")")
        }
    }

    @Test("R066: `again` says how far a time has to move")
    func again() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await CatalogFile(backend: gss).publish(("offset: -1h, unless", "offset: -1h, again: 5m, unless"))
            let mia = try await Self.phone("mia", gss)
            try await gss.putEntity("event/e1", Self.event())
            try await Self.join("mia", gss)
            try await sandbox.setClock("2030-01-15T17:05:00Z")
            try await gss.putEntity("event/e1", Self.event("2030-01-15T18:05:00Z"))
            try await sandbox.settle()
            #expect(try await mia.pushes().count == 1)
            try await gss.putEntity("event/e1", Self.event("2030-01-15T18:06:00Z"))
            try await sandbox.advance("PT5M")
            #expect(try await mia.pushes().count == 2, "six minutes from the time that she read")
        }
    }

    @Test("R066: an event that is cancelled and comes back reminds those who joined since, and nobody twice")
    func cameBack() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let user = try await gss.user("mia", ["timeZone": "Europe/Berlin", "locale": "en"])
            let (mia, noah) = (try await user.phone(), try await Self.phone("noah", gss))
            try await gss.putEntity("event/e1", Self.event())
            try await Self.join("mia", gss)
            try await sandbox.setClock("2030-01-15T17:05:00Z")
            try await gss.putEntity("event/e1", Self.event().with("status", "cancelled"))
            try await Self.join("noah", gss)
            try await sandbox.advance("PT1M")
            #expect(try await noah.pushes().isEmpty, "it does not take place")
            try await gss.putEntity("event/e1", Self.event())
            try await sandbox.advance("PT1M")
            #expect(try await mia.pushes().count == 1)
            #expect(try await noah.pushes().count == 1)
            #expect(try await user.inbox().count == 1)
        }
    }

    private static let audience =
        "default: {members: {of: self, role: participant, status: [confirmed]}}   # who hosts is there\n      allow: [users, members]"

    @Test("R034: a new owner is reminded where the reminder is for the owner, once each")
    func newOwner() async throws {
        try await withSandbox(at: "2030-01-15T17:20:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await CatalogFile(backend: gss).publish((Self.audience, "default: owner\n      allow: [owner, users]"))
            let (mia, noah) = (try await Self.phone("mia", gss), try await Self.phone("noah", gss))
            for owner in ["mia", "noah", "mia"] {
                try await gss.putEntity("event/e1", Self.event().with("ownerId", "\(owner)"))
                try await sandbox.advance("PT2M")
            }
            #expect(try await mia.pushes().count == 1)
            #expect(try await noah.pushes().count == 1)
        }
    }

    @Test("R034: who joins the club whose members are reminded is reminded, once, until the event starts")
    func joinedParent() async throws {
        try await withSandbox(at: "2030-01-15T17:20:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await CatalogFile(backend: gss).publish(
                (Self.audience, "default: {members: {of: parent}}\n      allow: [users, members]"),
                ("entities:\n  event:", "entities:\n  club: {roles: [member]}\n  event:\n    parent: club")
            )
            let (mia, noah) = (try await Self.phone("mia", gss), try await Self.phone("noah", gss))
            try await gss.putEntity("club/c1")
            try await gss.putMember("mia", of: "club/c1", ["role": "member"])
            try await gss.putEntity("event/e1", Self.event().with("parent", "club/c1"))
            try await sandbox.advance("PT2M")
            for _ in 0..<2 { try await gss.putMember("noah", of: "club/c1", ["role": "member"]) }
            try await sandbox.advance("PT2M")
            #expect(try await mia.pushes().count == 1)
            #expect(try await noah.pushes().count == 1)
        }
    }

    @Test("R066: where only some had their reminder when the start moved and moved back, each has one in the end")
    func partlySent() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let (mia, noah) = (try await Self.phone("mia", gss), try await Self.phone("noah", gss))
            try await gss.putEntity("event/e1", Self.event())
            try await Self.join("mia", gss)
            try await sandbox.setClock("2030-01-15T17:05:00Z")
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503, "retryAfter": 600], "times": 1])
            try await Self.join("noah", gss)
            try await sandbox.settle()
            #expect(try await noah.pushes().map(\.status) == [503])
            for startsAt in ["2030-01-15T18:10:00Z", "2030-01-15T18:00:00Z"] {
                try await gss.putEntity("event/e1", Self.event(startsAt))
            }
            try await sandbox.advance("PT20M")
            #expect(try await mia.pushes().map(\.status) == [200])
            // The inbox row of the withdrawn one left the badge: a silent push may tell so.
            let shown = try await noah.pushes().filter { $0.peal["op"].string == "show" }
            #expect(shown.map(\.status) == [503, 200])
        }
    }

    @Test("R066: an erased member who comes back is reminded as a new one, and leaves nothing behind")
    func erased() async throws {
        try await withSandbox(at: "2030-01-15T17:20:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await Self.phone("mia", gss)
            try await gss.putEntity("event/e1", Self.event())
            try await Self.join("mia", gss)
            try await sandbox.settle()
            _ = try await gss.api.delete("/api/v1/users/mia")
            let again = try await Self.phone("mia", gss)
            try await Self.join("mia", gss)
            try await sandbox.settle()
            #expect(try await again.pushes().count == 1)
        }
    }
}
