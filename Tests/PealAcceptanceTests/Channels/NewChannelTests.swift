import PealSampleChannel
import Testing

/// A channel that the server does not know: its target and a line in the list of plug-ins are all it takes.
@Suite("Channels: one that is new to the server")
struct NewChannelTests {
    @Test("is sent to an address that was put, once, cut to its limit, and why, metrics and the report say so")
    func sent() async throws {
        try await Club.run { club in
            _ = try await club.listener()
            let event = try await club.trigger(Club.hello("Ann of the long way home"))
            let spoken = try await club.spoken()
            #expect(spoken.count == 1)
            let notice = try #require(spoken.first?["payload"])
            #expect(notice["to"].string == "radio:club:ann-1234")
            let title = try #require(notice["title"].string)
            #expect(title.count <= 20 && title.hasPrefix("Hello Ann") && title.hasSuffix("…"))
            #expect(notice["body"].string == "Come in")
            #expect(notice["type"].string == "hello")
            let radio = try await event.radio()
            #expect(radio["outcome"].string == "sent")
            #expect(radio["delivery"]["outcome"].string == "accepted")
            #expect(radio["attempts"].items.map { $0["outcome"].string } == ["accepted"])
            let steps = try await event.why("ann")["steps"].items.map { $0["detail"].string }
            #expect(steps.contains("Sent in the channel radio."))
            #expect(try await event.report()["status"].string == "done")
            let accepted = #"peal_push_attempts_total{app="club",provider="radio",outcome="accepted"}"#
            #expect(try await club.sandbox.metric(accepted) == "1")
            let open = #"peal_queue_deliveries_open{app="club",provider="radio"}"#
            #expect(try await club.sandbox.metric(open) == "0")
            try await club.sandbox.advance("P1D")
            #expect(try await club.spoken().count == 1)
        }
    }

    @Test("has addresses that are checked, masked, replaced and removed")
    func addresses() async throws {
        try await Club.run { club in
            let ann = try await club.listener()
            let list = "/api/v1/users/me/addresses"
            let shown = try await ann.api.get(list)["items"].items
            #expect(shown.map { $0["channel"].string } == ["radio"])
            #expect(shown.map { $0["address"].string } == ["r…34"])
            #expect(shown.map { $0["state"].string } == ["active"])
            let wrong = try await ann.api.send("PUT", SignedInUser.radio, ["address": "anywhere"])
            #expect(wrong.status == 422 && wrong.pointers == ["/address"])
            #expect(wrong.text.contains("an address of the radio begins with radio:"))
            let other = try await ann.api.send("PUT", "\(list)/telegraph", ["address": "radio:x"])
            #expect(other.status == 404)
            _ = try await club.api.put("/api/v1/users/ann/addresses/radio", ["address": "radio:club:ann-5678"])
            try await club.trigger(Club.hello())
            #expect(try await club.spoken().map { $0["payload"]["to"].string } == ["radio:club:ann-5678"])
            #expect(try await ann.api.send("DELETE", SignedInUser.radio).status == 204)
            #expect(try await ann.api.send("DELETE", SignedInUser.radio).status == 404)
            let event = try await club.trigger(Club.hello())
            #expect(try await club.spoken().count == 1)
            #expect(try await event.radio()["outcome"].string == "suppressed")
            #expect(try await event.radio()["reason"].string == "no-device")
        }
    }

    @Test("has switches of its own in preferences, catalogs and the configuration of clients")
    func switches() async throws {
        try await Club.run { club in
            let ann = try await club.listener()
            let before = try await ann.preferences()
            #expect(before["globalSettings"]["radioEnabled"].bool == true)
            #expect(before["categories"]["news"]["channels"]["radio"].bool == true)
            #expect(before["categories"]["quiet"]["channels"]["radio"].bool == false)
            let config = try await ann.api.get("/api/v1/client-config")
            #expect(config["channels"].items.map(\.string) == ["push", "inApp", "radio"])
            try await ann.setPreferences(["categories": ["news": ["channels": ["radio": false]]]])
            let event = try await club.trigger(Club.hello())
            #expect(try await event.radio()["reason"].string == "channel-disabled")
            try await ann.setPreferences(["categories": ["news": ["channels": ["radio": true]]]])
            try await club.trigger(Club.hello())
            try await club.trigger(Club.whisper)
            #expect(try await club.titles() == ["Hello Ann"])
            try await ann.setPreferences([
                "globalSettings": ["radioEnabled": false], "categories": ["quiet": ["channels": ["radio": true]]],
            ])
            try await club.trigger(Club.whisper)
            #expect(try await club.titles() == ["Hello Ann"])
            let unlocked = try await ann.api.send(
                "PUT",
                "/api/v1/users/me/notification-preferences",
                ["categories": ["safety": ["channels": ["radio": false]]]]
            )
            #expect(unlocked.pointers == ["/categories/safety/channels/radio"])
            try await club.trigger(Club.alarm)
            #expect(try await club.titles() == ["Hello Ann", "Alarm"])
        }
    }

    @Test("waits for the end of quiet hours, and is decided again then")
    func quietHours() async throws {
        try await Club.run(at: Club.night) { club in
            let ann = try await club.listener()
            let kept = try await club.trigger(Club.hello("Bo"))
            #expect(try await kept.radio()["outcome"].string == "held")
            #expect(try await kept.radio()["until"].string == "2030-01-16T07:00:00Z")
            #expect(try await kept.report()["status"].string == "running")
            #expect(try await club.titles() == [])
            try await club.sandbox.setClock("2030-01-16T07:00:00Z")
            #expect(try await club.titles() == ["Hello Bo"])
            #expect(try await kept.radio()["delivery"]["outcome"].string == "accepted")
            try await club.sandbox.setClock("2030-01-16T23:00:00Z")
            let muted = try await club.trigger(Club.hello("Cy"))
            try await ann.mute(["scope": "all"])
            try await club.sandbox.advance("P1D")
            #expect(try await club.titles() == ["Hello Bo"])
            #expect(try await muted.radio()["reason"].string == "muted")
        }
    }

    @Test("is not sent any more when the user has read it, or the backend has cancelled it")
    func withdrawn() async throws {
        try await Club.run(at: Club.night) { club in
            let ann = try await club.listener()
            let read = try await club.trigger(Club.hello())
            let id = try #require(try await ann.inbox().first?["id"].string)
            _ = try await ann.api.post("/api/v1/notifications/\(id)/read")
            let cancelled = try await club.trigger(Club.hello())
            _ = try await club.api.send("DELETE", "/api/v1/triggers/\(cancelled.id)")
            try await club.sandbox.advance("P1D")
            #expect(try await club.titles() == [])
            #expect(try await read.radio()["reason"].string == "resolved-elsewhere")
            #expect(try await cancelled.radio()["reason"].string == "cancelled")
        }
    }

    @Test("is tried again after an outage, with the same tag")
    func retried() async throws {
        try await Club.run { club in
            _ = try await club.listener()
            try await club.sandbox.fault(["provider": "radio", "answer": ["status": 503], "times": 2])
            let event = try await club.trigger(Club.hello())
            #expect(try await event.radio()["delivery"]["outcome"].string == "waiting")
            try await club.sandbox.advance("PT10M")
            let spoken = try await club.spoken()
            #expect(spoken.map { $0["answer"]["status"].int } == [503, 503, 200])
            #expect(Set(spoken.map { $0["payload"]["tag"].string }).count == 1)
            let attempts = try await event.radio()["attempts"].items.map { $0["outcome"].string }
            #expect(attempts == ["unavailable", "unavailable", "accepted"])
        }
    }

    @Test("puts an address out of service that its service calls dead, until another is put")
    func dead() async throws {
        try await Club.run { club in
            let ann = try await club.listener(at: RadioSimulator.silent)
            let event = try await club.trigger(Club.hello())
            #expect(try await event.radio()["delivery"]["outcome"].string == "failed")
            #expect(try await event.radio()["delivery"]["reason"].string == "provider-rejected")
            let shown = try await ann.api.get("/api/v1/users/me/addresses")["items"][0]
            #expect(shown["state"].string == "quarantined")
            try await club.trigger(Club.hello())
            #expect(try await club.spoken().count == 1)
            _ = try await club.listener(at: "radio:club:ann-9")
            try await club.trigger(Club.hello())
            #expect(try await club.spoken().map { $0["answer"]["status"].int } == [410, 200])
        }
    }

    @Test("forgets an address with its user")
    func erased() async throws {
        try await Club.run { club in
            _ = try await club.listener()
            _ = try await club.api.delete("/api/v1/users/ann")
            _ = try await club.api.put("/api/v1/users/ann", [:])
            #expect(try await club.api.get("/api/v1/users/ann/addresses")["items"].items.isEmpty)
            try await club.trigger(Club.hello())
            #expect(try await club.spoken().isEmpty)
        }
    }
}
