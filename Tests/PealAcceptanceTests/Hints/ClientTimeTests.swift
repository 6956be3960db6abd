import PealCore
import Testing

@Suite("Times of clients never keep a reply or a choice from being taken")
struct ClientTimeTests {
    private static let now = "2026-11-20T17:00:00Z"

    private static func warnings(_ reply: Reply) -> [String] {
        reply.json["warnings"].items.map { "\($0["code"].string ?? "") \($0["field"].string ?? "")" }
    }

    @Test("an arrival reply: `timestamp` is read, or the reply is made now")
    func replies() async throws {
        try await EtaEvent.run { event in
            for row in CorpusFile.rows("times") {
                let body = (["status": "on-time"] as JSON).with("timestamp", JSON(row.input))
                let reply = try await event.reply(event.ann, body)
                #expect(reply.status == 200, "\(row) \(reply)")
                #expect(reply.json["timestamp"].string == row.value.string ?? Self.now, "\(row) \(reply)")
                #expect(
                    Self.warnings(reply) == (row.value == .null ? ["time-ignored timestamp"] : []),
                    "\(row) \(reply)"
                )
            }
            #expect(try await event.row("ann")["text"].string == "On time")
        }
    }

    @Test("preferences: `updatedAt` is read, or the choice is made now; a reset and a category as well")
    func preferences() async throws {
        try await withSandbox(at: Self.now) { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let path = "/api/v1/users/me/notification-preferences"
            for row in CorpusFile.rows("times") {
                let expected = row.value == .null ? ["time-ignored updatedAt"] : []
                let whole = (["globalSettings": ["pushEnabled": true]] as JSON).with("updatedAt", JSON(row.input))
                let category = (["enabled": true] as JSON).with("updatedAt", JSON(row.input))
                let calls: [(String, String, JSON)] = [
                    ("PUT", path, whole), ("PUT", path, ["categories": ["kudos": category]]),
                    ("PATCH", path + "/category/kudos", category),
                    ("POST", path + "/reset", ([:] as JSON).with("updatedAt", JSON(row.input))),
                ]
                for (method, path, body) in calls {
                    let reply = try await anna.api.send(method, path, body)
                    #expect(reply.status == 200, "\(row) \(reply)")
                    #expect(Self.warnings(reply) == expected, "\(row) \(reply)")
                }
            }
        }
    }

    @Test(
        "the clock of the client never blocks a call",
        arguments: [
            "garbage", "", "0", "1795168800", "20 Nov 2026", "٢٠٢٦-١١-٢٠T10:00:00Z", "2026-11-20T16:59:00", "now",
        ]
    )
    func header(_ said: String) async throws {
        try await EtaEvent.run { event in
            let headers = [("Peal-Client-Time", said)]
            let preferences = "/api/v1/users/me/notification-preferences"
            let calls: [(String, String, JSON)] = [
                ("POST", "\(event.path)/eta", ["status": "on-time", "timestamp": "2026-11-20T16:58:00Z"]),
                ("PUT", preferences, ["globalSettings": ["pushEnabled": false]]),
                ("PATCH", "\(preferences)/category/kudos", ["enabled": false]), ("POST", "\(preferences)/reset", [:]),
            ]
            for (method, path, body) in calls {
                let reply = try await event.ann.api.send(method, path, body, headers: headers)
                #expect(reply.status == 200, "\(reply)")
                #expect(Self.warnings(reply) == ["time-ignored Peal-Client-Time"], "\(reply)")
            }
            let seen = try await event.ann.api.send("POST", "/api/v1/notifications/seen", [:], headers: headers)
            #expect(seen.status == 200, "\(seen)")
            let name = "peal_hints_ignored_total{app=\"gss\",kind=\"time\"}"
            #expect(try await event.sandbox.metric(name) == "4")
        }
    }

    @Test("a clock in another spelling corrects as RFC 3339 does")
    func corrected() async throws {
        try await EtaEvent.run { event in
            for said in [
                "2026-11-20T16:30:00+0000", "2026-11-20 16:30:00 UTC", "2026-11-20T17:30:00+01:00[Europe/Berlin]",
            ] {
                let body: JSON = ["status": "on-time", "timestamp": "2026-11-20 16:20:00+0000"]
                let reply = try await event.reply(event.ann, body, headers: [("Peal-Client-Time", said)])
                #expect(reply.json["timestamp"].string == "2026-11-20T16:50:00Z", "\(reply)")
                #expect(reply.json["warnings"].isNull)
            }
        }
    }

    @Test("a quick reply and a claim are taken at a time that cannot be read")
    func quickReply() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            _ = try await event.ann.phone()
            try await event.sandbox.advance("PT30M")
            let id = try #require(try await event.ann.inbox().first?["id"].string)
            let reply = try await event.ann.api.send(
                "POST",
                "/api/v1/notifications/\(id)/actions/late-10",
                ["timestamp": "yesterday"]
            )
            #expect(reply.status == 200, "\(reply)")
            #expect(Self.warnings(reply) == ["time-ignored timestamp"])
            #expect(reply.json["timestamp"].string == Self.now)
            let claim = try await event.ann.api.send(
                "POST",
                "/api/v1/analytics/notification-audit",
                ["action": "opened", "notificationId": "\(id)", "timestamp": "20.11.2026"]
            )
            #expect(claim.status == 204, "\(claim)")
        }
    }

    @Test("a backend's own times are refused with the form that is wanted")
    func backend() async throws {
        try await EtaEvent.run { event in
            for time in ["2026-11-20T16:59:00+0000", "now", "", "2026-11-20 16:59:00Z"] {
                let body: JSON = ["status": "on-time", "userId": "ann", "timestamp": "\(time)"]
                let reply = try await event.gss.api.send("POST", "\(event.path)/eta", body)
                #expect(reply.status == 422 && reply.pointers == ["/timestamp"], "\(reply)")
                #expect(reply.text.contains("must be an RFC 3339 time"))
                let entity = try await event.gss.api.send(
                    "PUT",
                    "/api/v1/entities/event/x",
                    ["times": ["startsAt": "\(time)"]]
                )
                #expect(entity.status == 422, "\(entity)")
            }
            let since = try await event.ann.api.send("GET", "/api/v1/users/me/notifications?since=yesterday")
            #expect(since.status == 422, "a filter that is not understood would list other rows")
        }
    }
}
