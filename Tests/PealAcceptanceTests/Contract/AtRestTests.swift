import NIOHTTP1
import Testing

@Suite("What can be read in a stolen data directory")
struct AtRestTests {
    /// A text of its own for each field; none is part of another.
    private static func canary(_ field: String) -> String { "canary-of-\(field)-z" }

    private static func value(_ field: String) -> JSON { "\(canary(field))" }

    /// Fields that the documentation lists as encrypted or hashed.
    static let sealed = [
        "user-name", "user-attribute", "member-attribute", "member-phone", "data", "reply", "claim-payload",
        "claim-error",
        "claim-version", "idempotency", "device-token", "device-token-later", "bulk-name", "patched-name",
        "inline-member", "bulk-member",
    ]

    /// Fields that it lists as readable: they show that the search finds what is there.
    static let clear = [
        "user-id", "entity-id", "entity-attribute", "transition", "cancel-key", "app-version", "webhook-path",
        "mute-thread",
    ]

    @Test(
        "every field of the contract that is encrypted or hashed is in no file, and those in clear are the documented ones"
    )
    func directory() async throws {
        try await withSandbox(at: "2030-01-15T17:20:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let user = Self.canary("user-id")
            let ana = try await gss.user(
                user,
                ["name": Self.value("user-name"), "attributes": ["note": Self.value("user-attribute")]]
            )
            _ = try await gss.api.post(
                "/api/v1/users/bulk",
                ["users": [["id": "many", "name": Self.value("bulk-name")]]]
            )
            _ = try await gss.api.patch("/api/v1/users/many", ["name": Self.value("patched-name")])
            let event = "event/\(Self.canary("entity-id"))"
            let member: JSON = [
                "role": "participant", "status": "confirmed",
                "attributes": ["note": Self.value("member-attribute"), "phone": Self.value("member-phone")],
            ]
            try await gss.putEntity(
                event,
                [
                    "ownerId": "many", "times": ["startsAt": "2030-01-15T18:00:00Z"],
                    "attributes": ["event": Self.value("entity-attribute"), "place": "Park"],
                    "members": [
                        ["user": "many", "role": "participant", "attributes": ["n": Self.value("inline-member")]]
                    ],
                ]
            )
            try await gss.putMember(user, of: event, member)
            _ = try await gss.api.post(
                "/api/v1/entities/\(event)/members",
                ["members": [["user": "many", "role": "participant", "attributes": ["n": Self.value("bulk-member")]]]]
            )
            let device: JSON = [
                "provider": "fcm", "platform": "android",
                "token": "\(Self.canary("device-token"))-0123456789012345678901234567",
                "appVersion": Self.value("app-version"), "permission": "granted",
            ]
            let registered = try await ana.api.send("POST", "/api/v1/users/me/devices/push", device).expecting(201)
            let id = try #require(registered["id"].string)
            _ = try await ana.api.patch(
                "/api/v1/users/me/devices/\(id)",
                ["token": "\(Self.canary("device-token-later"))-0123456789012345678901234567"]
            )
            try await ana.mute(["scope": "thread", "id": Self.value("mute-thread")])
            _ = try await gss.api.post(
                "/api/v1/webhooks",
                ["url": "https://hooks.example/\(Self.canary("webhook-path"))", "types": ["delivery.failed"]]
            )
            let trigger: JSON = [
                "type": "kudos", "to": ["users": ["\(user)"]], "transition": Self.value("transition"),
                "cancelKey": Self.value("cancel-key"), "data": ["from": "Ben", "message": Self.value("data")],
            ]
            _ = try await gss.post(trigger, headers: [("idempotency-key", Self.canary("idempotency"))]).expecting(202)
            try await sandbox.settle()
            let row = try #require(try await ana.inbox().first { $0["type"].string == "kudos" }?["id"].string)
            #expect(try await ana.inbox().contains { "\($0)".contains(Self.canary("data")) })
            let claim: JSON = [
                "notificationId": "\(row)", "action": "failed", "channel": "push",
                "errorMessage": Self.value("claim-error"),
                "actionPayload": ["note": Self.value("claim-payload")],
                "metadata": ["appVersion": Self.value("claim-version")],
            ]
            #expect(try await ana.api.send("POST", "/api/v1/analytics/notification-audit", claim).status == 204)
            let reply = try await ana.api.send(
                "POST",
                "/api/v1/events/\(Self.canary("entity-id"))/eta",
                ["status": "running-late", "minutesLate": 10, "message": Self.value("reply")]
            )
            #expect((200...299).contains(reply.status), "\(reply)")
            try await sandbox.settle()
            // Everything has become an entry, and was read once.
            #expect(try await gss.api.get("/api/v1/audit?action=failed")["items"].items.count >= 1)
            let members = try await gss.api.get("/api/v1/entities/\(event)/members")
            #expect("\(members)".contains(Self.canary("member-phone")))
            #expect("\(members)".contains(Self.canary("bulk-member")))
            let export = try await gss.api.send("GET", "/api/v1/users/\(user)/export").text
            #expect(export.contains(Self.canary("member-attribute")) && export.contains(Self.canary("reply")))

            for field in Self.sealed {
                #expect(try sandbox.filesContaining(Self.canary(field)).isEmpty, "\(field)")
            }
            for field in Self.clear {
                #expect(try !sandbox.filesContaining(Self.canary(field)).isEmpty, "\(field)")
            }
            // The same answer under the same key, which is stored as a hash alone.
            let again = try await gss.post(trigger, headers: [("idempotency-key", Self.canary("idempotency"))])
            #expect(again.headers["idempotency-replayed"].first == "true")
            let other = trigger.with("transition", "another")
            let conflict = try await gss.post(other, headers: [("idempotency-key", Self.canary("idempotency"))])
            #expect(conflict.code == "idempotency-conflict")
        }
    }

    /// What nobody else may know of an address.
    private static func secrets(of body: JSON) -> [String] {
        let keys = body["subscription"]["keys"]
        let endpoint = body["subscription"]["endpoint"].string?.split(separator: "/").last.map(String.init)
        return [body["token"].string, endpoint, keys["p256dh"].string, keys["auth"].string].compactMap { $0 }
    }

    @Test("addresses of every push service, device keys, tickets, secrets of webhooks and tokens are in no file")
    func secrets() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let ana = try await gss.user("ana")
            var secret: [String] = []
            for route in PushRoute.all {
                let body = try await ana.addresses(route).body(1)
                let answer = try await ana.register(body).expecting(201)
                secret += Self.secrets(of: body) + [try #require(answer["deviceKey"].string)]
            }
            let hook = try await gss.api.post("/api/v1/webhooks", ["url": "https://hooks.example/x"])
            secret.append(try #require(hook["secret"].string))
            let ticket = try await ana.api.post("/api/v1/realtime/ticket", [:])
            secret.append(try #require(ticket["ticket"].string, "\(ticket)"))
            // Stored before it is due, sent in bulk, and part of a digest's words.
            let later: JSON = [
                "type": "kudos", "to": ["users": ["ana"]], "sendAt": "2030-01-16T12:00:00Z",
                "data": ["from": "Ben", "message": "\(Self.canary("scheduled"))"],
            ]
            _ = try await gss.api.send("POST", "/api/v1/triggers", later).expecting(202)
            let many: JSON = [
                "triggers": [
                    [
                        "type": "kudos", "to": ["users": ["ana"]],
                        "data": ["from": "\(Self.canary("bulk"))", "message": "x"],
                    ]
                ]
            ]
            _ = try await gss.api.post("/api/v1/triggers/bulk", many)
            try await sandbox.settle()
            secret += [Self.canary("scheduled"), Self.canary("bulk")]
            for text in secret { #expect(try sandbox.filesContaining(text).isEmpty, "\(text)") }
            // All of it is known all the same.
            #expect(secret.count >= 2 * PushRoute.all.count + 6)
            #expect(try await ana.inbox().contains { "\($0)".contains(Self.canary("bulk")) })
        }
    }

    @Test("attributes of memberships are read as they were put, whatever they are, and replaced by the next put")
    func members() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.putEntity("event/e1", ["times": ["startsAt": "2030-01-15T18:00:00Z"]])
            _ = try await gss.user("ana")
            let attributes: JSON = [
                "checkedInAt": "2030-01-15T17:55:00Z", "phone": "+49 30 1234567", "tags": ["a", "b"], "n": 3,
                "ok": true,
            ]
            try await gss.putMember("ana", of: "event/e1", ["role": "participant", "attributes": attributes])
            func stored() async throws -> JSON {
                try await gss.api.get("/api/v1/entities/event/e1/members")["items"][0]["attributes"]
            }
            #expect(try await stored() == attributes)
            try await gss.putMember("ana", of: "event/e1", ["role": "participant"])
            #expect(try await stored() == [:])
            try await gss.putMember("ana", of: "event/e1", ["attributes": ["phone": "1"]])
            #expect(try await stored() == ["phone": "1"])
        }
    }
}
