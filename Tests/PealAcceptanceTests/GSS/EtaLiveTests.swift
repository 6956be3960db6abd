import Testing

@Suite("S0 GSS: the board live (R195, R205)")
struct EtaLiveTests {
    @Test("R195, R205: a reply is on the host's stream, with the summary; so are check-ins and a moved start")
    func live() async throws {
        try await EtaEvent.run { event in
            var stream = try await LiveStream.open(event.host.api, query: "channels=\(event.channel)")
            let opening = try await stream.next("eta.changed")
            #expect(opening.message["channel"].string == event.channel)
            #expect(opening.data == (try await event.board()))
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 10]).expecting(200)
            let late = try await stream.next("eta.changed")
            #expect(late.data["participants"].items == [try await event.row("ann")])
            #expect(late.data["summary"]["text"].string == "0 on time, 1 running late, 0 can't make it")
            #expect(late.data["removed"].items.isEmpty)
            try await event.rsvp("ben", "checked-in")
            let arrived = try await stream.next("eta.changed")
            #expect(arrived.data["participants"].items.map { $0["checkedIn"].bool } == [true])
            _ = try await event.gss.api.delete("/api/v1/entities/event/run/members/ben")
            let left = try await stream.next("eta.changed")
            #expect(left.data["removed"].items.map(\.string) == ["ben"])
            try await event.start(at: "2026-11-20T19:00:00Z")
            let moved = try await stream.next("eta.changed")
            #expect(moved.data == (try await event.board()))
        }
    }

    @Test("R195: a host who comes back receives what was missed")
    func resume() async throws {
        try await EtaEvent.run { event in
            let query = "channels=\(event.channel)"
            var stream = try await LiveStream.open(event.host.api, query: query)
            let cursor = try await stream.next("eta.changed").id
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            var again = try await LiveStream.open(event.host.api, query: query, since: cursor)
            #expect(try await again.next("eta.changed").data["summary"]["onTime"].int == 1, "the board")
            #expect(
                try await again.next("eta.changed").data["participants"].items.map { $0["userId"].string } == ["ann"]
            )
        }
    }

    @Test("only hosts follow a board, and from the end of their role on nothing of it is sent")
    func rights() async throws {
        try await EtaEvent.run { event in
            let path = "/api/v1/stream?channels=\(event.channel)"
            #expect(try await event.ann.api.send("GET", path).status == 404)
            #expect(try await event.host.api.send("GET", "/api/v1/stream?channels=event:x:eta").status == 404)
            #expect(try await event.host.api.send("GET", "/api/v1/stream?channels=event::eta").status == 422)
            var stream = try await LiveStream.open(event.host.api, query: "channels=\(event.channel),inbox")
            _ = try await stream.next("eta.changed")
            try await event.gss.putMember("hana", of: "event/run", ["role": "participant"])
            let end = try await stream.next("resync")
            #expect(end.message["channel"].string == event.channel && end.data == [:])
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            try await event.gss.trigger(GSSKind.adjustable[3].trigger(for: "hana"))
            let next = try #require(try await stream.next())
            #expect(next.message["channel"].string == "inbox", "\(next.kind)")
        }
    }
}
