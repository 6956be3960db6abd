import Foundation
import Testing

@Suite("Outgoing events reach backends (R224)")
struct WebhookTests {
    private static let start = "2030-01-15T12:00:00Z"

    /// Runs a test with a receiver that is registered, and a user with a phone.
    private static func run(
        types: JSON? = nil,
        _ body: @escaping @Sendable (Backend, Receiver, JSON) async throws -> Void
    ) async throws {
        try await Receiver.run { receiver in
            try await withSandbox(at: start) { sandbox in
                let gss = sandbox.backend("gss")
                _ = try await gss.user("anna").phone()
                var request: JSON = ["url": "\(receiver.url)"]
                if let types { request["types"] = types }
                let webhook = try await gss.api.send("POST", "/api/v1/webhooks", request).expecting(201)
                try await body(gss, receiver, webhook)
            }
        }
    }

    private static func kudos(_ gss: Backend) async throws -> AppEvent {
        try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
    }

    private static func webhook(_ gss: Backend, _ webhook: JSON) async throws -> JSON {
        try await gss.api.get("/api/v1/webhooks/\(try #require(webhook["id"].string))")
    }

    private static func log(_ gss: Backend, _ webhook: JSON, _ query: String = "") async throws -> [JSON] {
        let id = try #require(webhook["id"].string)
        return try await gss.api.get("/api/v1/webhooks/\(id)/deliveries\(query)")["items"].items
    }

    private static func replay(_ gss: Backend, _ webhook: JSON, _ body: JSON) async throws -> Int? {
        let id = try #require(webhook["id"].string)
        let answer = try await gss.api.send("POST", "/api/v1/webhooks/\(id)/replay", body).expecting(202)
        try await gss.sandbox.settle()
        return answer["messages"].int
    }

    @Test("An accepted push arrives signed, with identifiers alone")
    func accepted() async throws {
        try await Self.run { gss, receiver, webhook in
            #expect(webhook["secret"].string?.hasPrefix("whsec_") == true)
            let types = [
                "alert.fired", "alert.resolved", "delivery.accepted", "delivery.failed", "eta.cancellation_requested",
                "reply.received",
            ]
            #expect(webhook["types"].items.compactMap(\.string) == types)
            let event = try await Self.kudos(gss)
            let call = try #require(receiver.calls.first)
            #expect(receiver.calls.count == 1)
            // Signed with the real time, as a receiver's library expects it; the body has the time of the sandbox.
            let signedAt = try #require(Double(call.timestamp))
            #expect(call.id.hasPrefix("msg_") && abs(Date().timeIntervalSince1970 - signedAt) < 300)
            #expect(call.json["timestamp"].string == Self.start)
            #expect(call.signatures.count == 1 && call.signatures.allSatisfy { $0.hasPrefix("v1,") })
            #expect(call["content-type"] == "application/json")
            #expect(call.json.names == ["data", "timestamp", "type"] && call.type == "delivery.accepted")
            let data = call.json["data"]
            #expect(data["trigger"].string == event.id && data["user"].string == "anna")
            #expect(data["type"].string == "kudos" && data["status"].string == "accepted")
            #expect(
                data.names == [
                    "attempts", "category", "channel", "delivery", "device", "notification", "provider", "status",
                    "trigger", "type", "user",
                ]
            )
            let logged = try #require(try await Self.log(gss, webhook).first)
            #expect(logged["id"].string == call.id && logged["status"].string == "delivered")
            #expect(logged["lastAttempt"]["status"].int == 200 && logged["data"] == data)
            let shown = try await Self.webhook(gss, webhook)
            #expect(shown["secret"].isNull && shown["waiting"].int == 0 && shown["enabled"].bool == true)
        }
    }

    @Test("A webhook receives the types it names; a failed push says why")
    func types() async throws {
        try await Self.run(types: ["delivery.failed"]) { gss, receiver, _ in
            _ = try await Self.kudos(gss)
            #expect(receiver.calls.isEmpty)
            try await gss.sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            _ = try await Self.kudos(gss)
            try await gss.sandbox.advance("PT10M")
            #expect(receiver.calls.map(\.type) == ["delivery.failed"])
            #expect(receiver.calls.first?.json["data"]["reason"].string == "retries-exhausted")
            #expect(receiver.calls.first?.json["data"]["attempts"].int == 4)
        }
    }

    @Test("A receiver that is down receives the same message later, and then it is on the log as delivered")
    func retries() async throws {
        try await Self.run { gss, receiver, webhook in
            receiver.answer(503)
            _ = try await Self.kudos(gss)
            let waiting = try #require(try await Self.log(gss, webhook, "?status=waiting").first)
            #expect(waiting["attempts"].int == 1 && waiting["lastAttempt"]["status"].int == 503)
            #expect(try await Self.webhook(gss, webhook)["failingSince"].string == Self.start)
            try await gss.sandbox.advance("PT10M")
            #expect(receiver.calls.count == 3)
            receiver.answer(204)
            try await gss.sandbox.advance("PT1H")
            #expect(receiver.calls.count == 4)
            #expect(Set(receiver.calls.map(\.id)).count == 1)
            #expect(try await Self.log(gss, webhook).first?["status"].string == "delivered")
            #expect(try await Self.webhook(gss, webhook)["failingSince"].isNull)
        }
    }

    @Test("A redirect is not followed, and counts as a failure")
    func redirect() async throws {
        try await Self.run { gss, receiver, webhook in
            receiver.answer(302, ("location", receiver.url))
            _ = try await Self.kudos(gss)
            #expect(receiver.calls.count == 1)
            #expect(try await Self.log(gss, webhook).first?["lastAttempt"]["status"].int == 302)
        }
    }

    @Test("410 disables a webhook until it is enabled again; what failed is replayed with the same identifier")
    func gone() async throws {
        try await Self.run { gss, receiver, webhook in
            receiver.answer(410)
            _ = try await Self.kudos(gss)
            let disabled = try await Self.webhook(gss, webhook)
            #expect(disabled["enabled"].bool == false && disabled["disabledReason"].string == "gone")
            receiver.answer(200)
            _ = try await Self.kudos(gss)
            #expect(receiver.calls.count == 1)
            try await gss.sandbox.advance("PT1M")
            let path = "/api/v1/webhooks/\(try #require(webhook["id"].string))"
            let enabled = try await gss.api.send("PATCH", path, ["enabled": true]).expecting(200)
            #expect(enabled["enabled"].bool == true)
            #expect(try await Self.replay(gss, webhook, ["failed": true]) == 1)
            #expect(receiver.calls.count == 2 && Set(receiver.calls.map(\.id)).count == 1)
            #expect(try await Self.replay(gss, webhook, ["failed": true]) == 0)
        }
    }

    @Test("Messages of events from an instant on are sent again")
    func replay() async throws {
        try await Self.run { gss, receiver, webhook in
            _ = try await Self.kudos(gss)
            try await gss.sandbox.advance("PT1H")
            _ = try await Self.kudos(gss)
            #expect(try await Self.replay(gss, webhook, ["since": "2030-01-15T12:30:00Z"]) == 1)
            #expect(receiver.calls.map(\.id).suffix(2).first == receiver.calls.last?.id)
            #expect(try await Self.replay(gss, webhook, ["since": "\(Self.start)"]) == 2)
            #expect(receiver.calls.count == 5)
        }
    }

    @Test("While a secret is replaced, both sign; a day later only the new one")
    func rotation() async throws {
        try await Self.run { gss, receiver, webhook in
            let path = "/api/v1/webhooks/\(try #require(webhook["id"].string))/secret"
            let rotated = try await gss.api.send("POST", path).expecting(200)
            #expect(rotated["secret"].string != webhook["secret"].string && !rotated["secret"].isNull)
            _ = try await Self.kudos(gss)
            #expect(receiver.calls.last?.signatures.count == 2)
            try await gss.sandbox.advance("P1D")
            _ = try await Self.kudos(gss)
            #expect(receiver.calls.last?.signatures.count == 1)
        }
    }

    @Test("A webhook of another app does not exist, and receives nothing of this one")
    func others() async throws {
        try await Self.run { gss, receiver, webhook in
            let match = gss.sandbox.backend("match")
            let path = "/api/v1/webhooks/\(try #require(webhook["id"].string))"
            for (method, end, body) in [
                ("GET", "", nil), ("PATCH", "", ["enabled": false]), ("DELETE", "", nil), ("POST", "/secret", nil),
                ("POST", "/replay", ["failed": true]), ("GET", "/deliveries", nil),
            ] as [(String, String, JSON?)] {
                #expect(try await match.api.send(method, path + end, body).status == 404, "\(method) \(end)")
            }
            #expect(try await match.api.get("/api/v1/webhooks")["items"].items.isEmpty)
            #expect(try await gss.api.get("/api/v1/webhooks")["items"].items.count == 1)
            #expect(try await gss.api.send("DELETE", path).status == 204)
            _ = try await Self.kudos(gss)
            #expect(receiver.calls.isEmpty)
        }
    }

    @Test("Erasing a user deletes the messages that name them")
    func erasure() async throws {
        try await Self.run { gss, receiver, webhook in
            receiver.answer(500)
            _ = try await Self.kudos(gss)
            #expect(try await Self.log(gss, webhook).count == 1)
            _ = try await gss.api.send("DELETE", "/api/v1/users/anna")
            #expect(try await Self.log(gss, webhook).isEmpty)
        }
    }

    @Test("A URL that must not be called is refused, and so is one that is there already")
    func refused() async throws {
        try await Self.run { gss, receiver, _ in
            for url in [
                "http://example.com/hook", "https://example.com:8443/hook", "https://10.0.0.1/hook",
                "https://169.254.169.254/", "https://user@example.com/", "https://example.com/#x",
                "https://localhost/hook", "ftp://example.com", "x", "https://0x7f000001/", "https://[::ffff:10.0.0.1]/",
                receiver.url,
            ] {
                let reply = try await gss.api.send("POST", "/api/v1/webhooks", ["url": "\(url)"])
                #expect(reply.status == 422 && reply.pointers == ["/url"], "\(reply)")
            }
        }
    }
}
