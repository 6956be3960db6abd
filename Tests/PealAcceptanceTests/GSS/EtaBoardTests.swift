import Testing

@Suite("S0 GSS: the host's board (R202–R207)")
struct EtaBoardAcceptanceTests {
    @Test("R203, R206: the board has its participants by name, and the summary in the words of the specification")
    func board() async throws {
        try await EtaEvent.run { event in
            _ = try await event.gss.user("cleo", ["name": "Aaron"])
            try await event.rsvp("cleo", "cancelled")
            _ = try await event.gss.user("dan")
            try await event.rsvp("dan", "invited")
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 10]).expecting(200)
            let board = try await event.board()
            #expect(board["eventId"].string == "run" && board["startsAt"].string == "2026-11-20T18:00:00Z")
            #expect(
                board["opensAt"].string == "2026-11-20T16:00:00Z" && board["clearsAt"].string == "2026-11-20T18:30:00Z"
            )
            #expect(board["participants"].items.map { $0["displayName"].string } == ["Aaron", "Ann", "Ben"])
            #expect(
                board["summary"] == [
                    "onTime": 0, "runningLate": 1, "cantMakeIt": 0, "noResponse": 1,
                    "text": "0 on time, 1 running late, 0 can't make it",
                ]
            )
            let backend = try await event.gss.api.get("\(event.path)/participants/eta")
            #expect(backend == board)
        }
    }

    @Test("R205: a client that polls gets 304 until something changes, and a version that grows")
    func polling() async throws {
        try await EtaEvent.run { event in
            let path = "\(event.path)/participants/eta"
            let first = try await event.host.api.send("GET", path)
            let tag = try #require(first["etag"])
            let known = [("if-none-match", tag)]
            #expect(try await event.host.api.send("GET", path, headers: known).status == 304)
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            let second = try await event.host.api.send("GET", path, headers: known)
            #expect(second.status == 200)
            let versions = [first, second].compactMap { $0.json["version"].int }
            #expect(versions.count == 2 && versions[0] < versions[1])
        }
    }

    @Test("R202, R207: only hosts and the backend see it; details are what the catalog shows")
    func rights() async throws {
        try await EtaEvent.run { event in
            try await event.rsvp("ann", "confirmed", ["note": "vegetarian", "email": "ann@example.org"])
            for path in ["eta", "ann", "ben"] {
                let refused = try await event.ann.api.send("GET", "\(event.path)/participants/\(path)")
                #expect(refused.status == 404, "\(refused)")
            }
            let details = try await event.host.api.get("\(event.path)/participants/ann")
            #expect(details["details"] == ["phone": "+49 30 1", "note": "vegetarian", "email": "ann@example.org"])
            #expect(details["displayName"].string == "Ann" && details["rsvpStatus"].string == "confirmed")
            #expect(try await event.gss.api.get("\(event.path)/participants/ann") == details)
            for user in ["hana", "nobody"] {
                #expect(try await event.host.api.send("GET", "\(event.path)/participants/\(user)").status == 404)
            }
            #expect(try await event.host.api.send("GET", "/api/v1/events/x/participants/eta").status == 404)
            try await event.gss.putMember("hana", of: "event/run", ["role": "participant"])
            #expect(try await event.host.api.send("GET", "\(event.path)/participants/eta").status == 404)
        }
    }

    @Test("R006: words to the host are in the export, and gone with an erasure")
    func privacy() async throws {
        try await EtaEvent.run { event in
            _ = try await event.reply(event.ann, ["status": "on-time", "message": "On my bike"]).expecting(200)
            let replies = try await event.gss.api.get("/api/v1/users/ann/export")["etaReplies"].items
            #expect(replies.map { $0["event"].string } == ["event/run"])
            #expect(replies.map { $0["message"].string } == ["On my bike"])
            _ = try await event.gss.api.delete("/api/v1/users/ann")
            #expect(try await event.board()["participants"].items.map { $0["userId"].string } == ["ben"])
        }
    }
}
