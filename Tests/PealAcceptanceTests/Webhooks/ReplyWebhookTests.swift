import PealCore
import Testing

@Suite("Outgoing events about replies, checkpoints and analytics (R197, R212, R218, R224)")
struct ReplyWebhookTests {
    /// Runs a test with a receiver, and an event whose reminder is on Ann's phone.
    private static func run(
        types: [String],
        _ body: @escaping @Sendable (EtaEvent, Phone, Receiver) async throws -> Void
    ) async throws {
        try await Receiver.run { receiver in
            try await EtaEvent.run(isAsked: false) { event in
                let phone = try await event.ann.phone()
                let named = JSON(.array(types.map { .string($0) }))
                let request: JSON = ["url": "\(receiver.url)", "types": named]
                _ = try await event.gss.api.send("POST", "/api/v1/webhooks", request).expecting(201)
                try await event.sandbox.advance("PT30M")
                try await body(event, phone, receiver)
            }
        }
    }

    @Test("An action says what the catalog declares for it, and no second event about the reply that it is")
    func action() async throws {
        try await Self.run(types: ["reply.received", "eta.cancellation_requested"]) { event, phone, receiver in
            let shown = try #require(try await phone.notifications().first)
            _ = try await phone.tap(shown["id"], "late-10")
            try await event.sandbox.settle()
            let call = try #require(receiver.calls.first)
            #expect(receiver.calls.count == 1 && call.type == "reply.received")
            let data = call.json["data"]
            #expect(data["action"].string == "late-10" && data["user"].string == "ann")
            #expect(data["kind"].string == "quick-reply" && data["entity"].string == "event/run")
            #expect(data["status"].string == "running-late" && data["estimatedMinutesLate"].int == 10)
            #expect(data["payload"] == ["status": "running-late", "minutesLate": 10])
            #expect(data["type"].string == "event-reminder")
            _ = try await event.reply(event.ann, ["status": "cant-make-it"]).expecting(200)
            try await event.sandbox.settle()
            let types = receiver.calls.dropFirst().compactMap(\.type)
            #expect(Set(types) == ["reply.received", "eta.cancellation_requested"] && types.count == 2)
            let asked = try #require(receiver.calls.first { $0.type == "eta.cancellation_requested" })
            #expect(asked.json["data"] == ["user": "ann", "entity": "event/run"])
        }
    }

    @Test("A reply without an action says when it was said; the same one again says nothing more")
    func reply() async throws {
        try await Self.run(types: ["reply.received"]) { event, _, receiver in
            let body: JSON = ["status": "running-late", "minutesLate": 5, "timestamp": "2026-11-20T16:59:00Z"]
            for _ in 0..<2 { _ = try await event.reply(event.ann, body).expecting(200) }
            try await event.sandbox.settle()
            #expect(receiver.calls.map(\.type) == ["reply.received"])
            let expected: JSON = [
                "status": "running-late", "estimatedMinutesLate": 5, "user": "ann", "entity": "event/run",
                "repliedAt": "2026-11-20T16:59:00Z",
            ]
            #expect(receiver.calls.first?.json["data"] == expected)
        }
    }

    @Test("Checkpoints and analytics come to a webhook that names them")
    func named() async throws {
        let types = ["audit.checkpoint", "notification_sent", "notification_delivered", "eta_update_submitted"]
        try await Self.run(types: types) { event, _, receiver in
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            try await event.sandbox.advance("PT2M")
            let listed = try await event.gss.api.get("/api/v1/analytics/events?limit=200")["items"].items
            try await event.sandbox.settle()
            #expect(Set(receiver.calls.compactMap(\.type)) == Set(types))
            let sent = try #require(
                receiver.calls.first {
                    $0.type == "notification_sent" && $0.json["data"]["userId"].string == "ann"
                }
            )
            #expect(sent.json["data"]["claimed"].bool == false)
            let checkpoint = try #require(receiver.calls.first { $0.type == "audit.checkpoint" })
            #expect(checkpoint.json["data"]["checkpoint"].string?.hasPrefix("peal/audit/gss\n") == true)
            let counted = receiver.calls.filter { $0.type == "notification_sent" }.count
            #expect(counted == listed.filter { $0["event"].string == "notification_sent" }.count && counted > 0)
        }
    }
}
