import Testing

@Suite(
    "S4 DSober: safety alerts",
    .sharedSandbox { try await $0.setClock("2030-01-15T17:00:00Z") }
)
struct SafetyTests {
    let sandbox: Sandbox
    let dsober: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        dsober = sandbox.backend("dsober")
    }

    @Test("4.1, 4.2: a failed check reaches all admins of the group, and no others, with driver, event and time (R051)")
    func allAdmins() async throws {
        let users = try await DSoberFixture.group("g41", admins: ["g41-a", "g41-b"], drivers: ["g41-d"], on: dsober)
        try await dsober.user("g41-m")
        try await dsober.putMember("g41-m", of: "group/g41", ["role": "member"])
        _ = try await DSoberFixture.group("g41x", admins: ["g41x-a"], on: dsober)
        var phones: [Phone] = []
        for user in users { phones.append(try await user.phone()) }
        let event = try await dsober.trigger(DSoberFixture.sepFailed("g41", actor: "g41-d"))
        #expect(try await event.report()["counts"]["recipients"].int == 2)
        for phone in phones.prefix(2) {
            let shown = try #require(try await phone.notifications().first)
            #expect(shown["title"].string == "Morgan failed SEP verification")
            #expect(shown["body"].string == "Spring formal, 5:10 PM")
            #expect(shown["link"].string == "/admin/alerts?highlight=g41")
            #expect(shown["sound"].string == "alert")
        }
        #expect(try await phones[2].pushes().isEmpty)
    }

    @Test("4.3, 11.1: it is critical: urgent on Android, breaking through on Apple's devices (R051, R101)")
    func critical() async throws {
        let admin = try await DSoberFixture.group("g43", admins: ["g43-a"], on: dsober)[0]
        let (android, iPhone) = (try await admin.phone(), try await admin.phone("ios"))
        try await dsober.trigger(DSoberFixture.sepFailed("g43"))
        #expect(try await android.pushes().first?.android["priority"].string == "HIGH")
        let aps = try #require(try await iPhone.pushes().first).message["apns"]["payload"]["aps"]
        #expect(["critical", "time-sensitive"].contains(aps["interruption-level"].string))
        #expect(try await admin.inbox().first?["priority"].string == "critical")
    }

    @Test("8.3, 8.4: admins and drivers cannot switch safety alerts off (R073)", arguments: ["admin", "dd"])
    func locked(_ role: String) async throws {
        let user = try await DSoberFixture.group(
            "lock-\(role)",
            admins: role == "admin" ? ["lock-admin"] : [],
            drivers: role == "dd" ? ["lock-dd"] : [],
            on: dsober
        )[0]
        let object = try await user.preferences()
        #expect(object["categories"]["safety"]["locked"].bool == true)
        #expect(object["categories"]["safety"]["lockReason"].string?.isEmpty == false)
        for (body, pointer) in [
            (["enabled": false] as JSON, "/categories/safety/enabled"),
            (["channels": ["push": false]], "/categories/safety/channels/push"),
        ] {
            let reply = try await user.api.send(
                "PUT",
                "/api/v1/users/me/notification-preferences",
                ["categories": ["safety": body]]
            )
            #expect(reply.status == 422)
            #expect(reply.code == "category-locked")
            #expect(reply.pointers == [pointer])
        }
        let patch = try await user.api.send(
            "PATCH",
            "/api/v1/users/me/notification-preferences/category/safety",
            ["enabled": false]
        )
        #expect(patch.status == 422)
        #expect(patch.code == "category-locked")
        #expect(try await user.preferences()["categories"]["safety"]["enabled"].bool == true)
    }

    @Test("8.2: who is neither admin nor driver may switch them off; becoming one brings them back")
    func memberMay() async throws {
        _ = try await DSoberFixture.group("g82", admins: [], on: dsober)
        let member = try await dsober.user("g82-m")
        let phone = try await member.phone()
        try await dsober.putMember("g82-m", of: "group/g82", ["role": "member"])
        try await member.setCategory("safety", enabled: false)
        try await dsober.trigger(DSoberFixture.sepFailed("g82").with("to", ["users": ["g82-m"]]))
        #expect(try await phone.pushes().isEmpty)
        try await dsober.putMember("g82-m", of: "group/g82", ["role": "admin"])
        try await dsober.trigger(DSoberFixture.sepFailed("g82"))
        #expect(try await phone.notifications().count == 1)
        #expect(try await member.preferences()["categories"]["safety"]["enabled"].bool == true)
    }

    @Test(
        "8.3, 8.4: a ride locks nothing, an event binds its drivers, the resolved notice can be switched off (R072, R073)"
    )
    func narrowLock() async throws {
        let users = try await DSoberFixture.group("narrow", admins: ["narrow-a", "narrow-b"], on: dsober)
        try await DSoberFixture.put("ride/narrow", on: dsober)
        let driver = try await dsober.user("narrow-d")
        try await dsober.putMember("narrow-d", of: "ride/narrow", ["role": "dd"])
        #expect(try await driver.preferences()["categories"]["safety"]["locked"].bool == false)
        try await driver.setCategory("safety", enabled: false)
        let forEvent = try await dsober.user("narrow-e")
        try await dsober.putMember("narrow-e", of: "event/narrow", ["role": "dd"])
        #expect(try await forEvent.preferences()["categories"]["safety"]["locked"].bool == true)

        let phone = try await users[0].phone()
        #expect(try await users[0].preferences()["categories"]["safetyUpdates"]["locked"].bool == false)
        try await users[0].setCategory("safetyUpdates", enabled: false)
        try await dsober.trigger([
            "type": "sep-alert-resolved", "entity": "event/narrow",
            "data": ["admin": "Casey", "driver": "Morgan", "event": "Spring formal"],
        ])
        #expect(try await phone.pushes().isEmpty)
        try await dsober.trigger(DSoberFixture.sepFailed("narrow"))
        #expect(try await phone.notifications().count == 1)
    }

    @Test("8.4: with push switched off and everything muted, an admin still gets it")
    func nothingStopsIt() async throws {
        let admin = try await DSoberFixture.group("g84", admins: ["g84-a"], on: dsober)[0]
        let phone = try await admin.phone()
        try await admin.setPreferences([
            "globalSettings": ["pushEnabled": false, "inAppEnabled": false]
        ])
        try await admin.mute(["scope": "all", "for": "P7D"])
        let event = try await dsober.trigger(DSoberFixture.sepFailed("g84"))
        #expect(try await phone.notifications().count == 1)
        #expect(try await admin.inbox().count == 1)
        let stages = try await event.why("g84-a")["steps"].items.filter { $0["outcome"].string == "override" }
        #expect(stages.map { $0["stage"].string } == ["mandatory", "mute"])
    }

    @Test("9.4: an admin who denied pushes gets an alert in the inbox, pinned until acknowledged")
    func deniedAdmin() async throws {
        let admin = try await DSoberFixture.group("g94", admins: ["g94-a"], on: dsober)[0]
        let phone = try await admin.phone(permission: "denied")
        try await dsober.trigger(DSoberFixture.sepFailed("g94"))
        try await dsober.trigger([
            "type": "event-active", "entity": "event/g94", "to": ["users": ["g94-a"]],
            "data": ["event": "Spring formal"],
        ])
        #expect(try await phone.pushes().isEmpty)
        let rows = try await admin.inbox()
        #expect(rows.map { $0["type"].string } == ["sep-failed", "event-active"], "pinned above what is newer")
        #expect(rows.map { $0["alert"].bool } == [true, false])
        let id = try #require(rows[0]["id"].string)

        // Reading, clearing the list and reading all do not take it away; acknowledging does.
        _ = try await admin.api.post("/api/v1/notifications/\(id)/read")
        _ = try await admin.api.post("/api/v1/notifications/read-all")
        _ = try await admin.api.delete("/api/v1/notifications")
        #expect(try await admin.inbox().map { $0["alert"].bool } == [true])
        _ = try await admin.api.post("/api/v1/notifications/\(id)/acknowledge")
        #expect(try await admin.inbox().allSatisfy { $0["alert"].bool == false })
    }

    @Test("9.4: an admin with no device at all gets the alert too")
    func adminWithoutDevice() async throws {
        let admin = try await DSoberFixture.group("g94n", admins: ["g94n-a"], on: dsober)[0]
        try await dsober.trigger(DSoberFixture.sepFailed("g94n"))
        #expect(try await admin.inbox().first?["alert"].bool == true)
    }

    @Test("4.5: the other admins hear that the alert is resolved, whoever resolved it does not (R052, R061)")
    func resolved() async throws {
        let users = try await DSoberFixture.group("g45", admins: ["g45-a", "g45-b", "g45-c"], on: dsober)
        var phones: [Phone] = []
        for user in users { phones.append(try await user.phone()) }
        let event = try await dsober.trigger([
            "type": "sep-alert-resolved", "entity": "event/g45", "actor": ["id": "g45-a", "kind": "admin"],
            "data": ["admin": "Casey", "driver": "Morgan", "event": "Spring formal"],
        ])
        #expect(try await phones[0].pushes().isEmpty)
        #expect(try await users[0].inbox().isEmpty)
        #expect(try await event.pushReason("g45-a") == "actor-excluded")
        for phone in phones.dropFirst() {
            #expect(
                try await phone.notifications().first?["body"].string
                    == "Casey resolved the alert about Morgan at Spring formal."
            )
        }
    }

    @Test("4.1: an admin who drives and fails the check is alerted of it, also as the only admin (R051)")
    func ownCheck() async throws {
        let admin = try await DSoberFixture.group("g41o", admins: ["g41o-nia"], on: dsober)[0]
        let phone = try await admin.phone()
        let body = DSoberFixture.sepFailed("g41o", actor: "g41o-nia")
        let answer = try await dsober.post(body).expecting(202)
        #expect(answer["warnings"].items.isEmpty)
        try await sandbox.settle()
        #expect(try await phone.notifications().map { $0["title"].string } == ["Morgan failed SEP verification"])
    }

    @Test("4.5: a resolved alert leaves every screen, and no inbox pins it any more; other events keep theirs (R052)")
    func over() async throws {
        let admins = ["over-a", "over-b", "over-denied", "over-off"]
        let users = try await DSoberFixture.group("over", admins: admins, on: dsober)
        try await dsober.putEntity("event/over-2", ["parent": "group/over"])
        let phones = [try await users[0].phone(), try await users[1].phone("ios", provider: "apns")]
        _ = try await users[2].phone(permission: "denied")
        let away = try await users[3].phone()
        try await sandbox.fault(["provider": "fcm", "match": ["phone": "\(away.id)"], "answer": ["status": 503]])
        let failed = try await dsober.trigger(DSoberFixture.sepFailed("over"))
        try await dsober.trigger(DSoberFixture.sepFailed("over").with("entity", "event/over-2"))
        #expect(try await users[2].inbox().map { $0["alert"].bool } == [true, true])
        try await dsober.trigger([
            "type": "sep-alert-resolved", "entity": "event/over", "actor": ["id": "over-a", "kind": "admin"],
            "data": ["admin": "Casey", "driver": "Morgan", "event": "Spring formal"],
        ])
        let links = try await phones[0].notifications().map { $0["link"].string }
        #expect(links == ["/admin/alerts?highlight=over-2"], "also on the phone of the admin who resolved it")
        let shown = try await phones[1].notifications().map { $0["title"].string }
        #expect(Set(shown) == ["SEP alert resolved", "Morgan failed SEP verification"] && shown.count == 2)
        let rows = try await users[2].inbox().filter { $0["type"].string == "sep-failed" }
        #expect(rows.map { $0["entity"].string } == ["event/over-2", "event/over"])
        #expect(rows.map { $0["alert"].bool } == [true, false])
        #expect(rows.map { $0["readAt"].isNull } == [true, false])
        let steps = try await failed.why("over-off")["steps"].items
        #expect(steps.last?["reason"].string == "resolved-elsewhere", "what was retried is not sent")
    }

    @Test("4.5: of two drivers who failed at one event, the alert about the other one stays pinned (R052)")
    func otherDriver() async throws {
        let admin = try await DSoberFixture.group("twod", admins: ["twod-a"], on: dsober)[0]
        _ = try await admin.phone(permission: "denied")
        let failed = DSoberFixture.sepFailed("twod")
        try await dsober.trigger(failed)
        try await dsober.trigger(failed.with("data", DSoberFixture.sepData.with("driver", "Nia")))
        try await dsober.trigger([
            "type": "sep-alert-resolved", "entity": "event/twod",
            "data": ["admin": "Casey", "driver": "Morgan", "event": "Spring formal"],
        ])
        let rows = try await admin.inbox().filter { $0["type"].string == "sep-failed" }
        #expect(rows.map { $0["alert"].bool } == [true, false])
        #expect(rows.first?["title"].string?.hasPrefix("Nia ") == true, "\(rows)")
    }

    @Test(
        "5.2, 5.3: a driver revoked during a session is always notified, with the reason and a contact (R054)",
        arguments: ["active", "revoked"]
    )
    func revoked(status: String) async throws {
        let driver = try await DSoberFixture.group("g52", admins: [], drivers: ["g52-d"], on: dsober)[0]
        let phone = try await driver.phone()
        try await driver.setPreferences(["globalSettings": ["pushEnabled": false]])
        try await driver.mute(["scope": "all", "for": "P1D"])
        let locked = try await driver.api.send(
            "PATCH",
            "/api/v1/users/me/notification-preferences/category/status",
            ["enabled": false]
        )
        #expect(locked.code == "category-locked")
        try await dsober.trigger([
            "type": "dd-revoked", "entity": "session/g52",
            "entities": ["session/g52": ["parent": "event/g52", "ownerId": "g52-d", "status": "\(status)"]],
            "actor": ["id": "g52-a", "kind": "admin"],
            "data": ["reason": "Missed the second SEP check", "adminContact": "Casey, +1 555 0100"],
        ])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["body"].string == "Reason: Missed the second SEP check. Contact Casey, +1 555 0100.")
        #expect(shown["sound"].string == "alert")
        #expect(shown["link"].string == "/session/active")
    }
}
