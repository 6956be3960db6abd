import Testing

@Suite("S0 GSS: push tokens", .sharedSandbox())
struct TokenTests {
    private static let token =
        "acceptance-Token_0123456789:abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    private func body(_ token: String) -> JSON {
        ["provider": "fcm", "token": "\(token)", "platform": "android", "permission": "granted", "appVersion": "1.2.3"]
    }

    @Test("AC6.2a: registering is an upsert: 201 the first time, 200 after, one device (R001, R004, R236)")
    func upsert() async throws {
        let anna = try await gss.user("anna-upsert")
        let first = try await anna.api.send("POST", "/api/v1/users/me/devices/push", body(Self.token + "-u"))
        let second = try await anna.api.send("POST", "/api/v1/users/me/devices/push", body(Self.token + "-u"))
        #expect(first.status == 201)
        #expect(second.status == 200)
        #expect(first.json["id"] == second.json["id"])
        #expect(second.json["state"].string == "active")
        #expect(try await anna.api.get("/api/v1/users/me/devices")["items"].items.count == 1)
    }

    @Test("Sec-1a: no answer ever shows a token (R006)")
    func neverReturned() async throws {
        let anna = try await gss.user("anna-secret")
        let token = Self.token + "-s"
        let registered = try await anna.api.send("POST", "/api/v1/users/me/devices/push", body(token))
        let event = try await gss.trigger([
            "type": "kudos", "to": ["users": ["anna-secret"]], "data": GSSKind.kudos,
        ])
        let row = try #require(try await anna.inbox().first?["id"].string)
        let answers = [
            registered, try await anna.api.send("GET", "/api/v1/users/me/devices"),
            try await gss.api.send("GET", "/api/v1/users/anna-secret/devices"),
            try await gss.api.send("GET", "/api/v1/users/anna-secret/export"),
            try await gss.api.send("GET", "/api/v1/deliveries?notification=\(row)"),
            try await gss.api.send("GET", "/api/v1/why?trigger=\(event.id)"),
        ]
        for answer in answers {
            #expect(answer.status < 300, "\(answer)")
            #expect(!answer.text.contains(token), "\(answer.request) shows the token")
        }
    }

    @Test("Sec-1c: logout revokes the device, and nothing goes there any more (R005)")
    func logout() async throws {
        let anna = try await gss.user("anna-logout")
        let phone = try await anna.phone()
        _ = try await anna.api.delete("/api/v1/users/me/devices/\(phone.device)")
        let event = try await gss.trigger([
            "type": "kudos", "to": ["users": ["anna-logout"]], "data": GSSKind.kudos,
        ])
        #expect(try await phone.pushes().isEmpty)
        #expect(try await event.pushReason("anna-logout") == "no-device")
    }

    @Test("Sec-1: a token registered by another user moves to them")
    func moved() async throws {
        let anna = try await gss.user("anna-moved")
        let bob = try await gss.user("bob-moved")
        _ = try await anna.api.post("/api/v1/users/me/devices/push", body(Self.token + "-m"))
        _ = try await bob.api.post("/api/v1/users/me/devices/push", body(Self.token + "-m"))
        #expect(
            try await anna.api.get("/api/v1/users/me/devices")["items"].items.filter { $0["state"].string == "active" }
                .isEmpty
        )
        #expect(try await bob.api.get("/api/v1/users/me/devices")["items"].items.count == 1)
    }

    @Test("2.6.2: switching a device off and on again counts at the next send (R013, R014)")
    func switchedOff() async throws {
        let anna = try await gss.user("anna-switch")
        let phone = try await anna.phone()
        let path = "/api/v1/users/me/devices/\(phone.device)"
        let off = try await anna.api.patch(path, ["enabled": false])
        #expect(off["state"].string == "disabled")
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-switch"]], "data": GSSKind.kudos])
        #expect(try await phone.pushes().isEmpty)
        _ = try await anna.api.patch(path, ["enabled": true])
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-switch"]], "data": GSSKind.kudos])
        #expect(try await phone.notifications().count == 1)
    }

    @Test("AC1.4: the master switch puts devices out of service and back; one switched off by itself stays so (R013)")
    func masterSwitch() async throws {
        let anna = try await gss.user("anna-master")
        let (phone, tablet) = (try await anna.phone(), try await anna.phone())
        _ = try await anna.api.patch("/api/v1/users/me/devices/\(tablet.device)", ["enabled": false])
        func states() async throws -> [String: String] {
            try await anna.devices().reduce(into: [:]) { $0[$1["id"].string ?? ""] = $1["state"].string }
        }
        try await anna.setPreferences(["globalSettings": ["pushEnabled": false]])
        #expect(try await states() == [phone.device: "disabled", tablet.device: "disabled"])
        try await anna.setPreferences(["globalSettings": ["pushEnabled": true]])
        #expect(try await states() == [phone.device: "active", tablet.device: "disabled"])
    }

    @Test(
        "AC6.2a: a new token replaces the old one at once, by PATCH or by `replaces` (R004)",
        arguments: [true, false]
    )
    func rotation(_ byPatch: Bool) async throws {
        let anna = try await gss.user("anna-rotates-\(byPatch)")
        let old = Self.token + "-old-\(byPatch)"
        let id = try await anna.api.post("/api/v1/users/me/devices/push", body(old))["id"]
        let fresh = Self.token + "-new-\(byPatch)"
        if byPatch {
            let changed = try await anna.api.patch("/api/v1/users/me/devices/\(id.string ?? "")", ["token": "\(fresh)"])
            #expect(changed["id"] == id)
        } else {
            let again = try await anna.api.send(
                "POST",
                "/api/v1/users/me/devices/push",
                body(fresh).with("replaces", id)
            )
            #expect(again.status == 200)
            #expect(again.json["id"] == id)
        }
        #expect(try await anna.devices().map { $0["id"] } == [id])
        // The old token belongs to nobody, the new one to this device.
        #expect(try await anna.api.send("POST", "/api/v1/users/me/devices/push", body(fresh)).json["id"] == id)
        #expect(try await anna.api.send("POST", "/api/v1/users/me/devices/push", body(old)).status == 201)
    }

    @Test("2.6.5: registering with `enabled` switches a device on again (R014)")
    func enabledByRegistration() async throws {
        let anna = try await gss.user("anna-enabled")
        let path = "/api/v1/users/me/devices"
        let id = try await anna.api.post("\(path)/push", body(Self.token + "-e"))["id"].string ?? ""
        _ = try await anna.api.patch("\(path)/\(id)", ["enabled": false])
        #expect(try await anna.api.post("\(path)/push", body(Self.token + "-e"))["state"].string == "disabled")
        let on = try await anna.api.post("\(path)/push", body(Self.token + "-e").with("enabled", true))
        #expect(on["state"].string == "active")
    }

    @Test("Perm-5: a permission that is denied later counts immediately (R028)")
    func permissionChanged() async throws {
        let anna = try await gss.user("anna-perm")
        let phone = try await anna.phone()
        _ = try await anna.api.patch("/api/v1/users/me/devices/\(phone.device)", ["permission": "denied"])
        let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna-perm"]], "data": GSSKind.kudos])
        #expect(try await phone.pushes().isEmpty)
        #expect(try await event.pushReason("anna-perm") == "permission-denied")
    }

    @Test("Edge-2: an app that was removed is noticed, and its device is not tried again (R008, R010)")
    func uninstalled() async throws {
        let anna = try await gss.user("anna-gone")
        let phone = try await anna.phone()
        try await phone.change("uninstall")
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna-gone"]], "data": GSSKind.kudos])
        #expect(try await phone.pushes().map(\.status) == [404])
        let devices = try await anna.api.get("/api/v1/users/me/devices")["items"].items
        #expect(devices.count == 1 && devices.allSatisfy { $0["state"].string != "active" })
        let second = try await gss.trigger(["type": "kudos", "to": ["users": ["anna-gone"]], "data": GSSKind.kudos])
        #expect(try await phone.pushes().count == 1)
        #expect(try await second.pushReason("anna-gone") == "no-device")
        #expect(try await anna.inbox().count == 2)
    }
}
