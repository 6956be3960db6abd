extension HostileRequest {
    private static let inbox = "/api/v1/users/me/notifications"
    private static let preferences = "/api/v1/users/me/notification-preferences"

    /// Calls of users, and queries.
    static let users: [HostileRequest] = [
        query("limit 0", "limit=0", "limit"), query("limit 201", "limit=201", "limit"),
        query("limit -1", "limit=-1", "limit"),
        query("limit abc", "limit=abc", "limit"),
        query("limit too large for a number", "limit=99999999999999999999", "limit"),
        query("limit twice", "limit=1&limit=2", "limit"), query("offset 1001", "offset=1001", "offset"),
        query("offset -1", "offset=-1", "offset"), query("a cursor of nothing", "cursor=AAAA", "cursor"),
        query("a cursor with SQL", "cursor=1%27%20OR%20%271%27=%271", "cursor"),
        query("an unknown status", "status=new", "status"),
        query("a time that is none", "since=yesterday", "since"),
        query("an unknown grouping", "groupBy=color", "groupBy"),
        HostileRequest(
            "two queries wrong",
            "GET",
            "\(inbox)?limit=0&status=new",
            as: .anna,
            422,
            "invalid",
            ["?status", "?limit"]
        ),
        HostileRequest(
            "dryRun maybe",
            "POST",
            "/api/v1/triggers?dryRun=maybe",
            body: "{}",
            422,
            "invalid",
            ["?dryRun"]
        ),
        HostileRequest("an unknown trigger status", "GET", "/api/v1/triggers?status=lost", 422, "invalid", ["?status"]),
        HostileRequest("deliveries of nothing", "GET", "/api/v1/deliveries", 422, "invalid", ["?notification"]),
        HostileRequest("cancel without a key", "DELETE", "/api/v1/triggers", 422, "invalid", ["?cancelKey"]),
        device("nothing said", "{}", ["/provider", "/platform", "/token"]),
        device("an unknown provider", #"{"provider":"pigeon","platform":"ios","token":"t"}"#, ["/provider"]),
        device("an unknown platform", #"{"provider":"fcm","platform":"fridge","token":"t"}"#, ["/platform"]),
        device("no token", #"{"provider":"fcm","platform":"ios"}"#, ["/token"]),
        device("a token with a space", #"{"provider":"fcm","platform":"ios","token":"a b"}"#, ["/token"]),
        device(
            "a subscription in the clear",
            #"{"provider":"webpush","platform":"web","subscription":"#
                + #"{"endpoint":"http://push.example/x","keys":{"p256dh":"a","auth":"b"}}}"#,
            ["/subscription/endpoint"]
        ),
        device(
            "a token for web push",
            #"{"provider":"webpush","platform":"web","token":"t"}"#,
            ["/token", "/subscription"]
        ),
        HostileRequest(
            "device: unknown state",
            "PATCH",
            "/api/v1/users/me/devices/{device}",
            as: .anna,
            body: #"{"enabled":"no"}"#,
            422,
            "invalid",
            ["/enabled"]
        ),
        mute("an unknown scope", #"{"scope":"world"}"#, ["/scope"]),
        mute("a thread without a name", #"{"scope":"thread"}"#, ["/id"]),
        mute("everything with a name", #"{"scope":"all","id":"x"}"#, ["/id"]),
        mute("for a while", #"{"scope":"all","for":"a while"}"#, ["/for"]),
        mute("for less than nothing", #"{"scope":"all","for":"-PT1H"}"#, ["/for"]),
        mute("for a thousand days", #"{"scope":"all","for":"P1000D"}"#, ["/for"]),
        change("a category that is a word", #"{"categories":{"kudos":"off"}}"#, ["/categories/kudos"]),
        change("enabled that is a word", #"{"categories":{"kudos":{"enabled":"no"}}}"#, ["/categories/kudos/enabled"]),
        change(
            "a channel that is a number",
            #"{"categories":{"kudos":{"channels":{"push":0}}}}"#,
            ["/categories/kudos/channels/push"]
        ),
        change(
            "a switch that is a word",
            #"{"globalSettings":{"pushEnabled":"false"}}"#,
            ["/globalSettings/pushEnabled"]
        ),
        change("a start at 25 o'clock", #"{"quietHours":{"start":"25:00"}}"#, ["/quietHours/start"]),
        HostileRequest(
            "quiet hours where there are none",
            "PUT",
            preferences,
            as: .anna,
            body: #"{"quietHours":{"enabled":true}}"#,
            422,
            "feature-off"
        ),
        HostileRequest(
            "an unknown category",
            "PATCH",
            "\(preferences)/category/nothing",
            as: .anna,
            body: #"{"enabled":false}"#,
            404,
            "not-found"
        ),
        HostileRequest(
            "a category nobody may change",
            "PATCH",
            "\(preferences)/category/system",
            as: .anna,
            body: #"{"enabled":false}"#,
            404,
            "not-found"
        ),
        HostileRequest(
            "an unknown member from a backend",
            "PUT",
            "/api/v1/users/anna/notification-preferences",
            body: #"{"everything":false}"#,
            422,
            "invalid",
            ["/everything"]
        ),
        HostileRequest("a mute that is none", "DELETE", "/api/v1/users/me/mutes/mute_x", as: .anna, 404, "not-found"),
    ]

    private static func query(_ name: String, _ query: String, _ member: String) -> HostileRequest {
        HostileRequest(name, "GET", "\(inbox)?\(query)", as: .anna, 422, "invalid", ["?\(member)"])
    }

    private static func device(_ name: String, _ body: String, _ pointers: [String]) -> HostileRequest {
        HostileRequest(
            "device: \(name)",
            "POST",
            "/api/v1/users/me/devices/push",
            as: .anna,
            body: body,
            422,
            "invalid",
            pointers
        )
    }

    private static func mute(_ name: String, _ body: String, _ pointers: [String]) -> HostileRequest {
        HostileRequest(
            "mute: \(name)",
            "PUT",
            "/api/v1/users/me/mutes",
            as: .anna,
            body: body,
            422,
            "invalid",
            pointers
        )
    }

    private static func change(_ name: String, _ body: String, _ pointers: [String]) -> HostileRequest {
        HostileRequest("preferences: \(name)", "PUT", preferences, as: .anna, body: body, 422, "invalid", pointers)
    }
}
