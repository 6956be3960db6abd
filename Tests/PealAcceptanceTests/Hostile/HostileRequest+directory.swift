extension HostileRequest {
    private static let long = String(repeating: "u", count: 201)

    /// Users, entities and members that cannot be.
    static let directory: [HostileRequest] = [
        HostileRequest("a user named me", "PUT", "/api/v1/users/me", body: "{}", 422, "invalid", ["path:userId"]),
        HostileRequest(
            "a user with a null byte",
            "PUT",
            "/api/v1/users/gh%00st",
            body: "{}",
            422,
            "invalid",
            ["path:userId"]
        ),
        HostileRequest("a user with a line break", "PUT", "/api/v1/users/gh%0Aost", body: "{}", 422, "invalid"),
        HostileRequest("a user of 201 bytes", "PUT", "/api/v1/users/\(long)", body: "{}", 422, "invalid"),
        HostileRequest(
            "an entity with a null byte",
            "PUT",
            "/api/v1/entities/event/gh%00st",
            body: "{}",
            422,
            "invalid",
            ["path:id"]
        ),
        user("unknown member", #"{"email":"a@example.org"}"#, ["/email"]),
        user("a locale that is none", #"{"locale":"english please!"}"#, ["/locale"]),
        user("a zone that is none", #"{"timeZone":"Mars/Olympus"}"#, ["/timeZone"]),
        user("a zone with a path", #"{"timeZone":"../../etc/passwd"}"#, ["/timeZone"]),
        user("a name of 201 characters", #"{"name":"\#(long)"}"#, ["/name"]),
        user("roles that are no list", #"{"roles":"admin"}"#, ["/roles"]),
        user("51 roles", #"{"roles":["# + (0...50).map { #""r\#($0)""# }.joined(separator: ",") + "]}", ["/roles"]),
        user(
            "17 KiB of attributes",
            #"{"attributes":{"a":"\#(String(repeating: "x", count: 17 * 1024))"}}"#,
            ["/attributes"]
        ),
        user("three things wrong", #"{"locale":7,"roles":{},"x":1}"#, ["/locale", "/roles", "/x"]),
        HostileRequest(
            "an entity of an unknown type",
            "PUT",
            "/api/v1/entities/spaceship/ghost",
            body: "{}",
            422,
            "invalid"
        ),
        entity("a parent that is no entity", #"{"parent":"e1"}"#, ["/parent"]),
        entity("a parent where there is none", #"{"parent":"event/e1"}"#, ["/parent"]),
        entity("an unknown time", #"{"times":{"dawn":"2030-01-01T00:00:00Z"}}"#, ["/times/dawn"]),
        entity("a time that is none", #"{"times":{"startsAt":"noon"}}"#, ["/times/startsAt"]),
        entity("a status that is a list", #"{"status":[]}"#, ["/status"]),
        HostileRequest(
            "a member of nothing",
            "PUT",
            "/api/v1/entities/event/ghost/members/anna",
            body: "{}",
            404,
            "not-found"
        ),
        HostileRequest(
            "a member with an unknown role",
            "PUT",
            "/api/v1/entities/event/e1/members/anna",
            body: #"{"role":"emperor"}"#,
            422,
            "invalid",
            ["/role"]
        ),
        HostileRequest(
            "a member with a status that is a number",
            "PUT",
            "/api/v1/entities/event/e1/members/anna",
            body: #"{"status":1}"#,
            422,
            "invalid",
            ["/status"]
        ),
        HostileRequest(
            "reading elsewhere for nobody",
            "POST",
            "/api/v1/notifications/resolve",
            body: #"{"user":"ghost","thread":"t"}"#,
            422,
            "invalid",
            ["/user"]
        ),
        HostileRequest(
            "reading elsewhere without a thread",
            "POST",
            "/api/v1/notifications/resolve",
            body: #"{"user":"anna"}"#,
            422,
            "invalid",
            ["/thread"]
        ),
        HostileRequest("the export of nobody", "GET", "/api/v1/users/ghost/export", 404, "not-found"),
        key("empty", "\"\""), key("of 256 characters", String(repeating: "k", count: 256)),
    ]

    private static func user(_ name: String, _ body: String, _ pointers: [String]) -> HostileRequest {
        HostileRequest("user: \(name)", "PUT", "/api/v1/users/ghost", body: body, 422, "invalid", pointers)
    }

    private static func entity(_ name: String, _ body: String, _ pointers: [String]) -> HostileRequest {
        HostileRequest("entity: \(name)", "PUT", "/api/v1/entities/event/ghost", body: body, 422, "invalid", pointers)
    }

    private static func key(_ name: String, _ value: String) -> HostileRequest {
        HostileRequest(
            "an idempotency key \(name)",
            "POST",
            "/api/v1/triggers",
            body: #"{"type":"kudos","to":{"users":["anna"]},"data":{"from":"D","message":"T"}}"#,
            headers: [("idempotency-key", value)],
            422,
            "invalid",
            ["header:Idempotency-Key"]
        )
    }
}
