import Testing

/// One after the other: Expo's messages share requests, and a fault of one is the others' too.
@Suite("Providers: the life of a device", .serialized, .sharedSandbox())
struct DeviceLifeTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    private func kudos(for user: String) -> JSON {
        ["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos]
    }

    @Test("registering is an upsert: 201, then 200 with what is new, one device (R001, R017)", arguments: PushRoute.all)
    func upsert(_ route: PushRoute) async throws {
        let user = try await gss.user("upsert-\(route.testDescription)")
        let address = try await user.addresses(route)
        let first = try await user.register(address.body(10))
        let second = try await user.register(
            address.body(10, permission: "provisional").with("appVersion", "2.1.0")
        )
        #expect(first.status == 201)
        #expect(second.status == 200)
        #expect(first.json["id"] == second.json["id"])
        let devices = try await user.devices()
        #expect(devices.count == 1)
        #expect(devices.first?["appVersion"].string == "2.1.0")
        #expect(devices.first?["permission"].string == "provisional")
        #expect(devices.first?["provider"].string == route.provider)
        #expect(devices.first?["platform"].string == route.platform)
    }

    @Test("an address in another spelling is the same device, and gets one push", arguments: OtherSpelling.all)
    func spelled(_ row: OtherSpelling) async throws {
        let user = try await gss.user("spelled-\(row.testDescription)")
        let body = try await user.addresses(row.route).body(30)
        let other = row.change(body)
        #expect(body.text != other.text)
        let first = try await user.register(body)
        let second = try await user.register(other)
        #expect(first.status == 201)
        #expect(second.status == (row.isSame ? 200 : 201), "\(second)")
        #expect(try await user.devices().count == (row.isSame ? 1 : 2))
    }

    @Test("a browser that renews the keys of its subscription is the same device (R004)")
    func renewedKeys() async throws {
        let route = try #require(PushRoute.all.first { $0.provider == "webpush" })
        let user = try await gss.user("renewed-keys")
        let body = try await user.addresses(route).body(20)
        let first = try await user.register(body)
        let keys = body["subscription"]["keys"].with("auth", "AAAAAAAAAAAAAAAAAAAAAA")
        let second = try await user.register(body.with("subscription", body["subscription"].with("keys", keys)))
        #expect(first.status == 201)
        #expect(second.status == 200, "\(second)")
        #expect(first.json["id"] == second.json["id"])
        #expect(try await user.devices().count == 1)
    }

    @Test(
        "an address that cannot be one of its provider is refused before it is stored (R007)",
        arguments: PushRoute.all
    )
    func malformed(_ route: PushRoute) async throws {
        let user = try await gss.user("malformed-\(route.testDescription)")
        for (body, pointer) in try await user.addresses(route).malformed {
            let reply = try await user.register(body)
            #expect(reply.status == 422, "\(body)")
            #expect(reply.pointers.allSatisfy { $0.hasPrefix(pointer) } && !reply.pointers.isEmpty, "\(reply)")
        }
        #expect(try await user.devices().isEmpty)
    }

    @Test(
        "a token that was rotated: the old one dies with the next push, the new one gets it (R004)",
        arguments: PushRoute.all
    )
    func rotated(_ route: PushRoute) async throws {
        let user = try await gss.user("rotated-\(route.testDescription)")
        let old = try await user.phone(on: route)
        try await old.change("uninstall")
        let new = try await user.phone(on: route)
        try await gss.trigger(kudos(for: user.user))
        #expect(try await new.notifications().count == 1)
        let states = Dictionary(
            uniqueKeysWithValues: try await user.devices().map { ($0["id"].string ?? "", $0["state"].string ?? "") }
        )
        #expect(states == [old.device: "quarantined", new.device: "active"])
        #expect(try await user.inbox().first?["status"].string == "delivered", "one phone that has it is enough")
    }

    @Test("logout revokes the device, logging in again brings it back (R005)", arguments: PushRoute.all)
    func logout(_ route: PushRoute) async throws {
        let user = try await gss.user("logout-\(route.testDescription)")
        let body = try await user.addresses(route).body(20)
        let id = try #require(try await user.register(body).json["id"].string)
        _ = try await user.api.delete("/api/v1/users/me/devices/\(id)")
        #expect(try await user.devices().isEmpty)
        let event = try await gss.trigger(kudos(for: user.user))
        #expect(try await event.pushReason(user.user) == "no-device")
        let again = try await user.register(body)
        #expect((200...201).contains(again.status))
        #expect(again.json["state"].string == "active")
        #expect(try await user.devices().count == 1)
    }

    @Test("an address that another user registers moves to them", arguments: PushRoute.all)
    func moved(_ route: PushRoute) async throws {
        let anna = try await gss.user("moved-anna-\(route.testDescription)")
        let ben = try await gss.user("moved-ben-\(route.testDescription)")
        let body = try await anna.addresses(route).body(30)
        _ = try await anna.register(body)
        #expect((200...201).contains(try await ben.register(body).status))
        #expect(try await anna.devices().isEmpty)
        #expect(try await ben.devices().map { $0["state"].string } == ["active"])
        let event = try await gss.trigger(kudos(for: anna.user))
        #expect(try await event.pushReason(anna.user) == "no-device")
    }

    @Test(
        "a device in quarantine comes back by registering (R009)",
        arguments: [PushRoute.apns, .fcmAndroid, .fcmApple, .expoAndroid, .expoApple]
    )
    func comesBack(_ route: PushRoute) async throws {
        let user = try await gss.user("back-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        let dead: JSON =
            switch route.provider {
            case "apns": ["status": 410, "reason": "Unregistered"]
            case "fcm": ["status": 404, "reason": "UNREGISTERED"]
            default: ["status": 200, "reason": "DeviceNotRegistered"]
            }
        try await sandbox.fault([
            "provider": "\(route.provider)", "match": ["phone": "\(phone.id)"], "answer": dead, "times": 1,
        ])
        try await gss.trigger(kudos(for: user.user))
        #expect(try await user.devices().map { $0["state"].string } == ["quarantined"])

        let body = try #require(try await phone.pushes().first?.registration(on: route))
        let reply = try await user.register(body)
        #expect(reply.status == 200)
        #expect(reply.json["id"].string == phone.device)
        #expect(reply.json["state"].string == "active")
        try await gss.trigger(kudos(for: user.user))
        #expect(try await phone.notifications().count == 1)
    }

    @Test(
        "permission denied and granted again, switched off and on: counts at the next push (R013, R014, R028)",
        arguments: PushRoute.all
    )
    func permission(_ route: PushRoute) async throws {
        let user = try await gss.user("permission-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        let changes: [(JSON, String?)] = [
            (["permission": "denied"], "permission-denied"), (["permission": "granted"], nil),
            (["enabled": false], "no-device"), (["enabled": true], nil),
        ]
        var shown = 0
        for (change, reason) in changes {
            _ = try await user.api.patch("/api/v1/users/me/devices/\(phone.device)", change)
            let event = try await gss.trigger(kudos(for: user.user))
            #expect(try await event.pushReason(user.user) == reason, "\(change)")
            if reason == nil { shown += 1 }
            #expect(try await phone.notifications().count == shown, "\(change)")
        }
    }

    @Test("a type that needs a capability goes to devices that have it (R018)", arguments: PushRoute.all)
    func capability(_ route: PushRoute) async throws {
        let nhs = sandbox.backend("nhs")
        let user = try await nhs.user("capable-\(route.testDescription)")
        let phone = try await user.phone(on: route, capabilities: ["bluetooth": "denied"])
        let body = NHSFixture.session("s1", org: "o1").with("to", ["users": ["\(user.user)"]])
        let without = try await nhs.trigger(body)
        #expect(try await phone.pushes().isEmpty)
        #expect(try await without.pushReason(user.user) == "capability-missing")
        _ = try await user.api.patch(
            "/api/v1/users/me/devices/\(phone.device)",
            ["capabilities": ["bluetooth": "granted"]]
        )
        try await nhs.trigger(body)
        #expect(try await phone.notifications().count == 1)
    }

    @Test("an erased user's devices are gone, also for what was still on its way (R012)", arguments: PushRoute.all)
    func erased(_ route: PushRoute) async throws {
        let user = try await gss.user("erased-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await sandbox.fault([
            "provider": "\(route.provider)", "match": ["phone": "\(phone.id)"], "answer": ["status": 503],
        ])
        try await gss.trigger(kudos(for: user.user))
        let asked = try await phone.pushes().count
        #expect(asked >= 1)
        _ = try await gss.api.delete("/api/v1/users/\(user.user)")
        try await sandbox.advance("PT1M")
        #expect(try await phone.pushes().count == asked)
        #expect(try await phone.notifications().isEmpty)
        let newcomer = try await gss.user(user.user)
        #expect(try await newcomer.devices().isEmpty)
        let event = try await gss.trigger(kudos(for: user.user))
        #expect(try await event.pushReason(user.user) == "no-device")
    }
}
