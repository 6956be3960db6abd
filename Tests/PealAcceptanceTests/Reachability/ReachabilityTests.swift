import Testing

@Suite("Reachability: whether pushes reach a user, and who learns of it")
struct ReachabilityTests {
    private static func kudos(_ gss: Backend, _ user: String) async throws -> AppEvent {
        try await gss.trigger(["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos])
    }

    @Test("a backend learns by push or not, since when, why, and the last confirmation, of each device")
    func answer() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            #expect(try await gss.api.send("GET", "/api/v1/users/nobody/reachability").status == 404)
            #expect(try await ann.api.send("GET", "/api/v1/users/ann/reachability").status == 403)
            let none = try await gss.reachability("ann")
            #expect(
                none == [
                    "push": ["reachable": false, "since": nil, "reason": "no-device", "lastConfirmedAt": nil],
                    "devices": [],
                ]
            )
            let phone = try await ann.phone()
            try await sandbox.settle()
            try await sandbox.advance("PT1H")
            let first = try await gss.reachability("ann")
            #expect(first["push"]["reachable"].bool == true && first["push"]["reason"].string == "never-confirmed")
            #expect(first["push"]["since"].string == "2030-01-15T12:00:00Z")
            _ = try await Self.kudos(gss, "ann")
            try await ann.confirm(on: phone)
            let confirmed = try await gss.reachability("ann")
            #expect(
                confirmed["push"] == [
                    "reachable": true, "since": "2030-01-15T12:00:00Z", "reason": nil,
                    "lastConfirmedAt": "2030-01-15T13:00:00Z",
                ]
            )
            #expect(
                confirmed["devices"] == [
                    [
                        "id": "\(phone.device)", "provider": "fcm", "state": "active", "reachable": true, "reason": nil,
                        "lastConfirmedAt": "2030-01-15T13:00:00Z",
                    ]
                ]
            )
            try await ann.setPreferences(["globalSettings": ["pushEnabled": false]])
            #expect(try await gss.reachability("ann")["push"]["reason"].string == "channel-disabled")
            try await ann.setPreferences(["globalSettings": ["pushEnabled": true]])
            _ = try await ann.api.delete("/api/v1/users/me/devices/\(phone.device)")
            try await sandbox.settle()
            let gone = try await gss.reachability("ann")
            #expect(gone["push"]["reachable"].bool == false && gone["push"]["reason"].string == "no-device")
            #expect(gone["push"]["since"].string == "2030-01-15T13:00:00Z" && gone["devices"].items.isEmpty)
        }
    }

    @Test("user.reachable and user.unreachable come once for each change, only to a webhook that names them")
    func webhooks() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await Receiver.run { receiver in
                let webhook: JSON = ["url": "\(receiver.url)", "types": ["user.unreachable", "user.reachable"]]
                _ = try await gss.api.send("POST", "/api/v1/webhooks", webhook).expecting(201)
                let ann = try await gss.user("ann")
                let phone = try await ann.phone(on: .webpush)
                let second = try await ann.phone()
                try await sandbox.settle()
                #expect(receiver.calls.map(\.type) == ["user.reachable"])
                _ = try await Self.kudos(gss, "ann")
                try await ann.confirm(on: phone)
                _ = try await ann.api.delete("/api/v1/users/me/devices/\(second.device)")
                try await phone.change("offline")
                _ = try await Self.kudos(gss, "ann")
                try await sandbox.advance("P6D")
                #expect(receiver.calls.count == 1)
                try await sandbox.advance("P2D")
                #expect(receiver.calls.map(\.type) == ["user.reachable", "user.unreachable"])
                let data = try #require(receiver.calls.last?.json["data"])
                #expect(
                    data == [
                        "user": "ann", "channel": "push", "since": "2030-01-22T12:00:00Z", "reason": "unconfirmed",
                        "lastConfirmedAt": "2030-01-15T12:00:00Z",
                    ]
                )
                _ = try await Self.kudos(gss, "ann")
                try await sandbox.advance("P1D")
                #expect(receiver.calls.count == 2, "a user who is not reached stays so without another message")
                try await ann.confirm(on: phone)
                try await sandbox.settle()
                #expect(receiver.calls.map(\.type) == ["user.reachable", "user.unreachable", "user.reachable"])
            }
        }
    }

    @Test("pushes that are not sent are counted: in the trigger's counts and in the metrics, as devices are")
    func counted() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            _ = try await gss.user("ben")
            _ = try await ann.phone()
            let event = try await gss.trigger([
                "type": "kudos", "to": ["users": ["ann", "ben"]], "data": GSSKind.kudos,
            ])
            let counts = try await event.report()["counts"]
            #expect(counts["notified"].int == 2 && counts["suppressed"] == [:])
            #expect(counts["push"] == ["sent": 1, "held": 0, "suppressed": ["no-device": 1]])
            let listed = try await gss.api.get("/api/v1/triggers")["items"].items.first
            #expect(listed?["counts"]["push"] == counts["push"])
            let decisions = "peal_push_decisions_total"
            #expect(try await sandbox.metric(#"\#(decisions){app="gss",outcome="sent",reason=""}"#) == "1")
            #expect(
                try await sandbox.metric(#"\#(decisions){app="gss",outcome="suppressed",reason="no-device"}"#) == "1"
            )
            #expect(try await sandbox.metric(#"peal_devices{app="gss",provider="fcm",state="active"}"#) == "1")
        }
    }
}

extension Backend {
    /// Whether pushes reach a user.
    func reachability(_ user: String) async throws -> JSON {
        try await api.get("/api/v1/users/\(user)/reachability")
    }
}

extension SignedInUser {
    /// A device of theirs confirms the newest notification.
    func confirm(on phone: Phone) async throws {
        let id = try #require(try await inbox().first?["id"].string)
        let device = [("peal-device", phone.device)]
        _ = try await api.send("POST", "/api/v1/notifications/\(id)/received", headers: device).expecting(200, 204)
    }
}
