extension HostileRequest {
    /// Triggers that are JSON and yet none.
    static let drafts: [HostileRequest] = [
        trigger("nothing said", "{}", 422, "invalid", ["/type"]),
        trigger("type is a number", #"{"type":7}"#, 422, "invalid", ["/type"]),
        trigger("unknown type", #"{"type":"spam"}"#, 422, "unknown-type", ["/type"]),
        trigger("SQL for a type", #"{"type":"x'; DROP TABLE trigger;--"}"#, 422, "unknown-type", ["/type"]),
        trigger("another app's type", #"{"type":"sep-failed"}"#, 422, "unknown-type", ["/type"]),
        kudos("unknown member", #""sendNow":true"#, "invalid", ["/sendNow"]),
        kudos("entity without a type", #""entity":"e1""#, "invalid", ["/entity"]),
        kudos("entity of an unknown type", #""entity":"spaceship/1""#, "invalid", ["/entity"]),
        kudos(
            "inline entity of an unknown type",
            #""entities":{"spaceship/1":{}}"#,
            "invalid",
            ["/entities/spaceship~11"]
        ),
        kudos(
            "inline entity with an unknown member",
            #""entities":{"event/ghost":{"color":"red"}}"#,
            "invalid",
            ["/entities/event~1ghost/color"]
        ),
        kudos(
            "inline entity with a parent where there is none",
            #""entities":{"event/ghost":{"parent":"event/e1"}}"#,
            "invalid",
            ["/entities/event~1ghost/parent"]
        ),
        kudos(
            "inline entity with an unknown time",
            #""entities":{"event/ghost":{"times":{"dawn":"2030-01-01T00:00:00Z"}}}"#,
            "invalid",
            ["/entities/event~1ghost/times/dawn"]
        ),
        kudos("actor of an unknown kind", #""actor":{"id":"a","kind":"robot"}"#, "invalid", ["/actor/kind"]),
        kudos("actor without anything", #""actor":{}"#, "invalid", ["/actor"]),
        kudos("sendAt is no time", #""sendAt":"tomorrow""#, "invalid", ["/sendAt"]),
        kudos("sendAt without a zone", #""sendAt":"2030-01-15T18:00:00""#, "invalid", ["/sendAt"]),
        kudos("sendAt on the 30th of February", #""sendAt":"2030-02-30T18:00:00Z""#, "invalid", ["/sendAt"]),
        kudos("sendAt in a hundred years", #""sendAt":"2130-01-15T18:00:00Z""#, "invalid", ["/sendAt"]),
        kudos("priority where the catalog sets it", #""priority":"critical""#, "invalid", ["/priority"]),
        kudos("control character in a name", #""transition":"a\u0000b""#, "invalid", ["/transition"]),
        kudos(
            "cancel key of 201 bytes",
            #""cancelKey":"\#(String(repeating: "k", count: 201))""#,
            "invalid",
            ["/cancelKey"]
        ),
        kudos("priority that is a list", #""priority":[]"#, "invalid", ["/priority"]),
        trigger(
            "unknown priority",
            #"{"type":"system","to":{"users":["anna"]},"priority":"loud","data":{"headline":"a","message":"b"}}"#,
            422,
            "invalid",
            ["/priority"]
        ),
        trigger(
            "no audience where there is no default",
            #"{"type":"kudos","data":{"from":"a","message":"b"}}"#,
            422,
            "audience-not-allowed",
            ["/to"]
        ),
        audience("two audiences", #"{"users":["anna"],"all":true}"#, "invalid", ["/to"]),
        audience("an unknown audience", #"{"everyone":true}"#, "invalid", ["/to", "/to/everyone"]),
        audience("no users", #"{"users":[]}"#, "invalid", ["/to/users"]),
        audience(
            "1,001 users",
            #"{"users":["# + (0...1000).map { #""u\#($0)""# }.joined(separator: ",") + "]}",
            "invalid",
            ["/to/users"]
        ),
        audience("a user that is a number", #"{"users":["anna",7]}"#, "invalid", ["/to/users/1"]),
        audience("a user without a name", #"{"users":[""]}"#, "invalid", ["/to/users/0"]),
        audience("all: false", #"{"all":false}"#, "invalid", ["/to/all"]),
        audience("members of nothing", #"{"members":{}}"#, "invalid", ["/to/members/of"]),
        audience(
            "members where the type forbids them",
            #"{"members":{"of":"event/e1"}}"#,
            "audience-not-allowed",
            ["/to"]
        ),
        data("a variable is missing", #"{"from":"D"}"#, "missing-variable", ["/data/message"]),
        data("all variables are missing", "{}", "missing-variable", ["/data/from", "/data/message"]),
        data(
            "a variable nobody declared",
            #"{"from":"D","message":"T","color":"red"}"#,
            "unknown-variable",
            ["/data/color"]
        ),
        data("data is an array", "[]", "invalid", ["/data"]),
        data("a list for a text", #"{"from":["D"],"message":"T"}"#, "invalid", ["/data/from"]),
        data("a text for a number", type: "streak-risk", #"{"days":"many"}"#, "invalid", ["/data/days"]),
        data("a fraction for a whole number", type: "streak-risk", #"{"days":1.5}"#, "invalid", ["/data/days"]),
        data(
            "no currency",
            type: "deposit-reminder",
            #"{"event":"a","amount":"25 bucks","dueOn":"2030-01-25"}"#,
            "invalid",
            ["/data/amount"]
        ),
        data(
            "no date",
            type: "deposit-reminder",
            #"{"event":"a","amount":"25.00 USD","dueOn":"soon"}"#,
            "invalid",
            ["/data/dueOn"]
        ),
        data(
            "a text of 200,000 characters",
            #"{"from":"D","message":"\#(String(repeating: "x", count: 200_000))"}"#,
            "invalid",
            ["/data/message"]
        ),
        trigger(
            "everything wrong at once",
            #"{"type":"kudos","entity":5,"sendAt":"x","actor":{"kind":"y"},"to":{},"z":1}"#,
            422,
            "invalid",
            ["/entity", "/actor/kind", "/to", "/sendAt", "/z"]
        ),
        bulk(
            "a thousand and one",
            #"{"triggers":["# + Array(repeating: "{}", count: 1001).joined(separator: ",") + "]}",
            ["/triggers"]
        ),
        bulk("none", #"{"triggers":[]}"#, ["/triggers"]),
        bulk("no list", #"{"triggers":{"type":"kudos"}}"#, ["/triggers"]),
        bulk("an unknown member", #"{"triggers":[{}],"atomic":true}"#, ["/atomic"]),
    ]

    private static func audience(_ name: String, _ to: String, _ code: String, _ pointers: [String]) -> HostileRequest {
        trigger(
            name,
            #"{"type":"kudos","to":\#(to),"data":{"from":"D","message":"T"}}"#,
            422,
            code,
            pointers
        )
    }

    private static func bulk(_ name: String, _ body: String, _ pointers: [String]) -> HostileRequest {
        HostileRequest("bulk: \(name)", "POST", "/api/v1/triggers/bulk", body: body, 422, "invalid", pointers)
    }
}
