import Testing

@Suite("The zone of quiet hours is a hint of the browser", .sharedSandbox())
struct QuietZoneHintTests {
    let match: Backend

    init() throws { match = try SharedSandbox.sandbox.backend("match") }

    @Test(
        "the rest is taken, and the zone is kept or named",
        arguments: [
            ("Asia/Calcutta", "Asia/Calcutta"), ("GMT+05:30", "+05:30"), ("europe/paris", "Europe/Paris"),
            ("-0300", "-03:00"),
            ("Etc/Unknown", nil), ("Asia/Hanoi", nil), ("", nil), (nil, nil), (330, nil),
            ("W. Europe Standard Time", nil),
            (["Europe/Berlin"], nil),
        ] as [(JSON, String?)]
    )
    func zone(_ stated: JSON, _ kept: String?) async throws {
        let anna = try await match.user(
            "zone-\(stated.text.utf8.count)-\(kept?.utf8.count ?? 0)",
            ["timeZone": "America/Lima"]
        )
        let body: JSON = ["quietHours": ["enabled": true, "start": "21:30", "timeZone": stated]]
        let reply = try await anna.api.send("PUT", "/api/v1/users/me/notification-preferences", body)
        #expect(reply.status == 200, "\(reply)")
        let hours = reply.json["quietHours"]
        #expect(hours["start"].string == "21:30")
        #expect(hours["timeZone"].string == kept ?? "America/Lima", "\(reply)")
        let warnings = reply.json["warnings"]
        // `null` withdraws a choice, which is no hint.
        let isIgnored = kept == nil && !stated.isNull
        #expect(warnings == (isIgnored ? [["code": "time-zone-ignored", "field": "quietHours.timeZone"]] : .null))
        // What was read can be sent back, by whoever reads it.
        let read = try await anna.preferences()
        #expect(
            try await anna.api.send("PUT", "/api/v1/users/me/notification-preferences", read).json["warnings"].isNull
        )
        let user = "/api/v1/users/\(anna.user)/notification-preferences"
        #expect(try await match.api.send("PUT", user, read).status == 200)
    }

    @Test("a backend's is refused", arguments: ["Asia/Hanoi", "GMT+05:30", "europe/paris", "Etc/Unknown", "+5:30"])
    func backend(_ zone: String) async throws {
        try await match.user("backend")
        let path = "/api/v1/users/backend/notification-preferences"
        let reply = try await match.api.send("PUT", path, ["quietHours": ["timeZone": "\(zone)"]])
        #expect(reply.status == 422 && reply.pointers == ["/quietHours/timeZone"], "\(reply)")
    }

    @Test("what else is wrong with preferences is refused")
    func refused() async throws {
        let anna = try await match.user("refused")
        let body: JSON = ["quietHours": ["start": "25:00", "timeZone": "Nowhere"]]
        let reply = try await anna.api.send("PUT", "/api/v1/users/me/notification-preferences", body)
        #expect(reply.status == 422 && reply.pointers == ["/quietHours/start"], "\(reply)")
    }
}
