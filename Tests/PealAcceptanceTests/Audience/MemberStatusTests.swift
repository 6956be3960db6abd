import Testing

@Suite("Statuses of members are those of the catalog (R058)", .sharedSandbox())
struct MemberStatusTests {
    let dsober: Backend

    init() throws { dsober = try SharedSandbox.sandbox.backend("dsober") }

    @Test(
        "a misspelt member status is refused where it is said: in a member, in many, with an entity and in an audience"
    )
    func statuses() async throws {
        _ = try await DSoberFixture.group("sta", admins: ["sta-a"], on: dsober)
        let member: JSON = ["user": "sta-a", "status": "intercted"]
        let path = "/api/v1/entities/event/sta"
        let entity: JSON = ["parent": "group/sta", "members": [member]]
        let type: JSON = ["type": "event-active", "entity": "event/sta", "data": ["event": "Formal"]]
        let query: JSON = ["of": "self", "status": ["interacted", "intercted"]]
        let part: JSON = ["of": "self", "any": [["role": ["dd"]], ["status": ["intercted"]]]]
        let calls: [(String, String, JSON, String)] = [
            ("PUT", "\(path)/members/sta-a", member.without("user"), "/status"),
            (
                "POST", "\(path)/members", ["members": [["user": "sta-b", "status": "dd"], member]], "/members/1/status"
            ),
            ("PUT", path, entity, "/members/0/status"),
            ("POST", "/api/v1/triggers", type.with("to", ["members": query]), "/to/members/status/1"),
            ("POST", "/api/v1/triggers", type.with("to", ["members": part]), "/to/members/any/1/status/0"),
        ]
        for (method, path, body, pointer) in calls {
            let reply = try await dsober.api.send(method, path, body)
            #expect(reply.status == 422, "\(method) \(path)")
            #expect(reply.pointers == [pointer])
            #expect(reply.json["detail"].string?.contains("did you mean `interacted`?") == true, "\(reply)")
        }
        #expect(try await dsober.api.get("\(path)/members")["items"].items.isEmpty, "nothing was stored")
        // The catalog says nothing about statuses of the members of a group, so any will do.
        try await dsober.putMember("sta-a", of: "group/sta", ["role": "admin", "status": "on holiday"])
    }
}
