import Testing

@Suite("Contract: an unknown name is answered with the nearest known one", .sharedSandbox())
struct UnknownNameTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var method: String
        var path: String
        var body: JSON
        var detail: String

        init(_ name: String, _ method: String, _ path: String, _ body: JSON, _ detail: String) {
            testDescription = name
            self.method = method
            self.path = "/api/v1\(path)"
            self.body = body
            self.detail = detail
        }
    }

    static let slips = [
        Slip(
            "a field",
            "PUT",
            "/users/slip",
            ["timezone": "Europe/Berlin"],
            "unknown field `timezone`; did you mean `timeZone`?"
        ),
        Slip(
            "a time zone",
            "PUT",
            "/users/slip",
            ["timeZone": "Europe/Berln"],
            "unknown time zone `Europe/Berln`; did you mean `Europe/Berlin`?"
        ),
        Slip(
            "a time zone like no other",
            "PUT",
            "/users/slip",
            ["timeZone": "Mars/OlympusMons"],
            "unknown time zone `Mars/OlympusMons`; use an IANA name, such as \"Europe/Berlin\""
        ),
        Slip(
            "who receives a trigger",
            "POST",
            "/triggers",
            ["type": "kudos", "audience": ["users": ["slip"]], "data": ["from": "Dana", "message": "Hi"]],
            "unknown field `audience`; did you mean `to`?"
        ),
        Slip("a type", "POST", "/triggers", ["type": "kudo"], "unknown type `kudo`; did you mean `kudos`?"),
        Slip(
            "a variable",
            "POST",
            "/triggers",
            ["type": "kudos", "to": ["users": ["slip"]], "data": ["from": "Dana", "message": "Hi", "mesage": "Hi"]],
            "kudos has no variable `mesage`; did you mean `message`?"
        ),
        Slip("an entity type", "PUT", "/entities/evnt/e1", [:], "unknown entity type `evnt`; did you mean `event`?"),
        Slip(
            "a time of an entity",
            "PUT",
            "/entities/event/e1",
            ["times": ["startAt": "2030-01-01T00:00:00Z"]],
            "unknown time `startAt` of event; did you mean `startsAt`?"
        ),
    ]

    @Test("in the problem's details", arguments: slips)
    func nearest(_ slip: Slip) async throws {
        let backend = try SharedSandbox.sandbox.backend("gss")
        let reply = try await backend.api.send(slip.method, slip.path, slip.body)
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.json["errors"].items.contains { $0["detail"].string == slip.detail }, "\(reply)")
    }

    @Test("for a role and for a category of preferences")
    func roleAndCategory() async throws {
        let sandbox = try SharedSandbox.sandbox
        let backend = sandbox.backend("gss")
        try await backend.user("slip-member")
        try await backend.putEntity("event/slip")
        let member = try await backend.api.send(
            "PUT",
            "/api/v1/entities/event/slip/members/slip-member",
            ["role": "hots"]
        )
        #expect(
            member.json["errors"].items.first?["detail"].string == "unknown role `hots` of event; did you mean `host`?"
        )
        let path = "/api/v1/entities/event/slip/members/slip-member"
        let status = try await backend.api.send("PUT", path, ["status": "confimed"])
        #expect(
            status.json["errors"].items.first?["detail"].string
                == "unknown member status `confimed` of event; did you mean `confirmed`?"
        )
        let preferences = try await backend.api.send(
            "PUT",
            "/api/v1/users/slip-member/notification-preferences",
            ["categories": ["kudoz": ["enabled": false]]]
        )
        #expect(
            preferences.json["errors"].items.first?["detail"].string
                == "unknown category `kudoz`; did you mean `kudos`?",
            "\(preferences)"
        )
    }
}
