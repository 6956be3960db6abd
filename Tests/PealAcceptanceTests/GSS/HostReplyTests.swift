import Testing

@Suite("S0 GSS: hosts are not asked when they arrive, and no confirmation names a host that an event lacks (S0.W2.8)")
struct HostReplyTests {
    private static let sentence = "You host this event; guests see you as there."

    @Test("S0.W2.8: a host who has confirmed gets no reminder; one that a trigger names gets it without buttons")
    func notAsked() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            try await event.gss.putMember("hana", of: "event/run", ["role": "host", "status": "confirmed"])
            let phones = (host: try await event.host.phone("ios", provider: "apns"), ann: try await event.ann.phone())
            try await event.sandbox.advance("PT30M")
            #expect(try await phones.ann.notifications().count == 1)
            #expect(try await phones.host.notifications().isEmpty)
            try await event.gss.trigger([
                "type": "eta-request", "entity": "event/run", "to": ["users": ["hana", "ann"]],
                "data": ["host": "Jordan", "event": "Lunch run", "startsAt": "2026-11-20T18:00:00Z"],
            ])
            let shown = try #require(try await phones.host.notifications().first)
            #expect(shown["actions"].items.isEmpty)
            let push = try #require(try await phones.host.pushes().last)
            #expect(push.peal["actions"].items.isEmpty)
            #expect(push.payload["aps"]["category"] == .null)
            #expect(try await phones.ann.notifications().allSatisfy { $0["actions"].items.count == 5 })
            let row = try #require(try await event.host.inbox().first)
            #expect(row["category"].string == "eta-request" && row["actions"].items.isEmpty)
            #expect(try await event.ann.inbox().allSatisfy { $0["actions"].items.count == 5 })
            let action = "/api/v1/notifications/\(row["id"].string ?? "")/actions/on-time"
            let refused = try await event.host.api.send("POST", action, [:])
            #expect(refused.status == 403 && refused.code == "host-reply")
        }
    }

    @Test(
        "S0.W2.8: a host's own reply is refused with 403, and why; the board does not list them",
        arguments: [nil, "confirmed"]
    )
    func refused(status: String?) async throws {
        try await EtaEvent.run { event in
            let member: JSON = ["role": "host"]
            try await event.gss.putMember(
                "hana",
                of: "event/run",
                status.map { member.with("status", "\($0)") } ?? member
            )
            for body in [["status": "on-time"], ["status": "running-late", "minutesLate": 10]] as [JSON] {
                let refused = try await event.reply(event.host, body)
                #expect(refused.status == 403 && refused.code == "host-reply")
                #expect(refused.json["detail"].string == Self.sentence)
            }
            let board = try await event.board()
            #expect(board["participants"].items.map { $0["userId"].string } == ["ann", "ben"])
        }
    }

    @Test(
        "S0.W2.8: without a host each confirmation says that it was saved, in the participant's language",
        arguments: [
            (["status": "on-time"], "Saved: you're on time", "Gespeichert: du bist pünktlich"),
            (
                ["status": "running-late", "minutesLate": 10], "Saved: you're running 10 min late",
                "Gespeichert: du kommst 10 Min. später"
            ),
            (["status": "cant-make-it"], "Saved: you can't make it", "Gespeichert: du kannst nicht kommen"),
        ] as [(JSON, String, String)]
    )
    func withoutHost(_ body: JSON, english: String, german: String) async throws {
        try await EtaEvent.run { event in
            _ = try await event.gss.api.send("DELETE", "/api/v1/entities/event/run/members/hana").expecting(204)
            let sent = body.with("timestamp", "2026-11-20T16:59:00Z")
            let receipt = try await event.reply(event.ann, sent).expecting(200)
            #expect(receipt["confirmation"].string == english)
            #expect(try await event.reply(event.ann, sent).expecting(200) == receipt)
            #expect(try await event.reply(event.ben, body).expecting(200)["confirmation"].string == german)
        }
    }
}
