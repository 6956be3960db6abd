import Testing

@Suite("S0 GSS: arrival replies (R192–R201, R235)")
struct EtaReplyTests {
    @Test("R194, R196, R201: a reply is on the host's board, and confirmed in the participant's language")
    func reply() async throws {
        try await EtaEvent.run { event in
            let body: JSON = [
                "status": "running-late", "minutesLate": 10, "message": "Tram", "timestamp": "2026-11-20T16:59:00Z",
            ]
            let receipt = try await event.reply(event.ann, body).expecting(200)
            #expect(
                receipt == [
                    "eventId": "run", "userId": "ann", "status": "running-late", "estimatedMinutesLate": 10,
                    "timestamp": "2026-11-20T16:59:00Z", "confirmation": "Host notified you're running 10 min late",
                ]
            )
            let german = try await event.reply(event.ben, ["status": "on-time"]).expecting(200)
            #expect(german["confirmation"].string == "Gastgeber informiert: du bist pünktlich")
            let row = try await event.row("ann")
            #expect(
                row == [
                    "userId": "ann", "displayName": "Ann", "rsvpStatus": "confirmed", "checkedIn": false,
                    "colour": "yellow", "text": "+10 min late",
                    "etaStatus": [
                        "eventId": "run", "userId": "ann", "status": "running-late", "estimatedMinutesLate": 10,
                        "message": "Tram", "timestamp": "2026-11-20T16:59:00Z",
                    ],
                ]
            )
        }
    }

    @Test(
        "R192, R204: each of the five replies has its words and its colour, by either name of the minutes (I7)",
        arguments: [
            (["status": "on-time"], "On time", "green"),
            (["status": "running-late", "minutesLate": 5], "+5 min late", "yellow"),
            (["status": "running-late", "estimatedMinutesLate": 10], "+10 min late", "yellow"),
            (["status": "running-late", "minutesLate": 15, "estimatedMinutesLate": 15], "+15 min late", "yellow"),
            (["status": "cant-make-it", "minutesLate": 0], "Can't make it", "red"),
        ] as [(JSON, String, String)]
    )
    func five(_ body: JSON, words: String, colour: String) async throws {
        try await EtaEvent.run { event in
            #expect(try await event.row("ann")["text"].string == "No response")
            #expect(try await event.row("ann")["colour"].string == "gray")
            _ = try await event.reply(event.ann, body).expecting(200)
            #expect(try await event.row("ann")["text"].string == words)
            #expect(try await event.row("ann")["colour"].string == colour)
        }
    }

    @Test("R158: the same timestamp has the first result; R198: the latest reply is shown")
    func latest() async throws {
        try await EtaEvent.run { event in
            let sent = "2026-11-20T16:58:00Z"
            let first = try await event.reply(
                event.ann,
                ["status": "running-late", "minutesLate": 5, "timestamp": "\(sent)"]
            )
            .expecting(200)
            let again = try await event.reply(event.ann, ["status": "on-time", "timestamp": "\(sent)"]).expecting(200)
            #expect(again == first)
            #expect(try await event.row("ann")["text"].string == "+5 min late")
            _ = try await event.reply(event.ann, ["status": "cant-make-it"]).expecting(200)
            #expect(try await event.row("ann")["text"].string == "Can't make it")
            // It was said before, on a phone that was offline.
            _ = try await event.reply(event.ann, ["status": "on-time", "timestamp": "2026-11-20T16:57:00Z"]).expecting(
                200
            )
            #expect(try await event.row("ann")["text"].string == "Can't make it")
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 15]).expecting(200)
            #expect(try await event.row("ann")["text"].string == "+15 min late")
            #expect(try await event.row("ben")["text"].string == "No response")
            // A phone whose clock is a day behind.
            let late: JSON = ["status": "on-time", "timestamp": "2026-11-19T17:00:00Z"]
            let corrected = try await event.reply(
                event.ann,
                late,
                headers: [("peal-client-time", "2026-11-19T17:00:00Z")]
            )
            #expect(try corrected.expecting(200)["timestamp"].string == "2026-11-20T17:00:00Z")
            #expect(try await event.row("ann")["text"].string == "On time")
        }
    }

    @Test("R197, R200: “can't make it” leaves the RSVP, so a later reply counts; with another RSVP replies are refused")
    func rsvp() async throws {
        try await EtaEvent.run { event in
            _ = try await event.reply(event.ann, ["status": "cant-make-it"]).expecting(200)
            #expect(try await event.row("ann")["rsvpStatus"].string == "confirmed")
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            try await event.rsvp("ann", "cancelled")
            let refused = try await event.reply(event.ann, ["status": "on-time"])
            #expect(refused.status == 403 && refused.code == "rsvp-required")
            try await event.rsvp("ann", "invited")
            #expect(try await event.reply(event.ann, ["status": "on-time"]).code == "rsvp-required")
            try await event.rsvp("ann", "checked-in")
            #expect(try await event.reply(event.ann, ["status": "on-time"]).status == 200)
            let stranger = try await event.gss.user("stranger")
            let unknown = try await event.reply(stranger, ["status": "on-time"])
            #expect(unknown.status == 404 && unknown.code == "not-found")
            let nowhere = try await event.ann.api.send("POST", "/api/v1/events/other/eta", ["status": "on-time"])
            #expect(nowhere.status == 404 && nowhere.json["detail"] == unknown.json["detail"])
        }
    }

    @Test("R199: replies open with the first reminder and close 30 minutes after the start, which may move")
    func window() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            func status() async throws -> Int { try await event.reply(event.ann, ["status": "on-time"]).status }
            let early = try await event.reply(event.ann, ["status": "on-time"])
            #expect(early.status == 409 && early.code == "not-open")
            #expect(try await event.board()["remindersSent"].bool == false)
            try await event.sandbox.advance("PT30M")
            #expect(try await event.board()["remindersSent"].bool == true)
            #expect(try await event.board()["etaOpen"].bool == true)
            #expect(try await status() == 200)
            try await event.sandbox.setClock("2026-11-20T18:29:59Z")
            #expect(try await status() == 200)
            #expect(try await event.row("ann")["text"].string == "On time")
            try await event.rsvp("ben", "checked-in", ["checkedInAt": "2026-11-20T18:10:00Z"])
            try await event.sandbox.setClock("2026-11-20T18:30:00Z")
            #expect(try await status() == 409)
            #expect(try await event.board()["etaOpen"].bool == false)
            #expect(try await event.row("ann")["etaStatus"].isNull)
            let ben = try await event.row("ben")
            #expect(ben["checkedIn"].bool == true && ben["checkedInAt"].string == "2026-11-20T18:10:00Z")
            try await event.start(at: "2026-11-20T18:15:00Z")
            #expect(try await status() == 200)
            #expect(try await event.row("ann")["text"].string == "On time")
        }
    }

    @Test("R235: a backend replies for the user that it names; S0's ETAUpdate is a valid body")
    func backend() async throws {
        try await EtaEvent.run { event in
            let update: JSON = [
                "eventId": "run", "userId": "ann", "status": "running-late", "estimatedMinutesLate": 10,
                "timestamp": "2026-11-20T16:59:00Z",
            ]
            let path = "\(event.path)/eta"
            #expect(try await event.gss.api.send("POST", path, update).status == 200)
            #expect(try await event.row("ann")["text"].string == "+10 min late")
            let nobody = try await event.gss.api.send("POST", path, ["status": "on-time"])
            #expect(nobody.status == 422 && nobody.pointers == ["/userId"])
            #expect(try await event.ann.api.send("POST", path, update).status == 200, "their own")
            #expect(try await event.ben.api.send("POST", path, update).status == 404, "of another user")
            let other = try await event.ann.api.send("POST", path, update.with("eventId", "x"))
            #expect(other.status == 422 && other.pointers == ["/eventId"])
        }
    }

    @Test(
        "R201: what contradicts itself is refused at its place",
        arguments: [
            (["status": "running-late"], "/minutesLate"),
            (["status": "running-late", "minutesLate": 0], "/minutesLate"),
            (["status": "on-time", "minutesLate": 5], "/minutesLate"), (["status": "late"], "/status"),
            (["status": "running-late", "minutesLate": 5, "estimatedMinutesLate": 10], "/estimatedMinutesLate"),
            (["status": "running-late", "minutesLate": 2_000], "/minutesLate"),
            ([:], "/status"),
        ] as [(JSON, String)]
    )
    func invalid(_ body: JSON, pointer: String) async throws {
        try await EtaEvent.run(isAsked: false) { event in
            let refused = try await event.reply(event.ann, body)
            #expect(refused.status == 422 && refused.pointers == [pointer], "\(refused)")
        }
    }

    @Test("an app whose catalog declares no replies answers feature-off")
    func off() async throws {
        try await withSandbox { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna")
            let reply = try await anna.api.send("POST", "/api/v1/events/e/eta", ["status": "on-time"])
            #expect(reply.status == 404 && reply.code == "feature-off")
            #expect(try await match.api.send("GET", "/api/v1/events/e/participants/eta").code == "feature-off")
            #expect(try await match.api.send("GET", "/api/v1/events/e/participants/a").code == "feature-off")
        }
    }
}
