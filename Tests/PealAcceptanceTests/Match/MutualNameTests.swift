import Testing

@Suite("The other one’s name in a match")
struct MutualNameTests {
    private static let types: [JSON] = [
        ["type": "mutual"], ["type": "expiring", "data": ["expiresAt": "2030-01-16T18:00:00Z"]],
    ]

    private static func body(_ user: SignedInUser, _ type: JSON) async throws -> String? {
        try await user.inbox().first { $0["type"] == type["type"] }?["body"].string
    }

    /// A match of users with these names; no name is a user without one.
    private static func users(_ match: Backend, _ names: [String: String?]) async throws -> [String: SignedInUser] {
        var users: [String: SignedInUser] = [:]
        try await match.putEntity("match/m1", ["times": ["expiresAt": "2030-01-16T18:00:00Z"]])
        for (id, name) in names.sorted(by: { $0.key < $1.key }) {
            users[id] = try await match.user(id, name.map { ["name": "\($0)", "locale": "en"] } ?? ["locale": "en"])
            try await match.putMember(id, of: "match/m1", ["role": "participant"])
        }
        return users
    }

    @Test("each of both members reads the other’s, from one trigger", arguments: types)
    func both(type: JSON) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let users = try await Self.users(match, ["alex": "Alex", "sol": "Sol"])
            try await match.trigger(type.with("entity", "match/m1"))
            for (id, own, other) in [("alex", "Alex", "Sol"), ("sol", "Sol", "Alex")] {
                let user = try #require(users[id])
                let body = try #require(try await Self.body(user, type))
                #expect(body.contains(" \(other) ") && !body.contains(own), "\(body)")
            }
        }
    }

    @Test("one of them alone reads the other’s as well")
    func one() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let users = try await Self.users(match, ["alex": "Alex", "sol": "Sol"])
            try await match.trigger(["type": "mutual", "entity": "match/m1", "to": ["users": ["sol"]]])
            let sol = try #require(users["sol"])
            #expect(try await Self.body(sol, ["type": "mutual"]) == "You and Alex like each other. Say hello.")
            #expect(try await users["alex"]?.inbox().isEmpty == true)
        }
    }

    @Test(
        "who is not one of the two has no other member, so the backend has to send the name",
        arguments: [["users": ["sol", "kim"]], ["users": ["kim"]]] as [JSON]
    )
    func outsider(audience: JSON) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            _ = try await Self.users(match, ["alex": "Alex", "sol": "Sol"])
            let kim = try await match.user("kim", ["name": "Kim", "locale": "en"])
            let mutual: JSON = ["type": "mutual", "entity": "match/m1", "to": audience]
            let reply = try await match.post(mutual)
            #expect(reply.status == 422 && reply.code == "missing-variable", "\(reply)")
            #expect(try await match.api.send("POST", "/api/v1/triggers?dryRun=true", mutual).status == 422)
            try await match.trigger(mutual.with("data", ["name": "Sam"]))
            #expect(try await Self.body(kim, mutual) == "You and Sam like each other. Say hello.")
        }
    }

    @Test("a name that the backend sends is taken, and a dry run names who would read their own")
    func sent() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let users = try await Self.users(match, ["alex": "Alex", "sol": "Sol"])
            func warnings(_ trigger: JSON) async throws -> [String?] {
                try await match.api.post("/api/v1/triggers?dryRun=true", trigger)["warnings"].items.map {
                    $0["code"].string
                }
            }
            let mutual: JSON = ["type": "mutual", "entity": "match/m1"]
            #expect(try await warnings(mutual.with("data", ["name": "sol"])) == ["names-recipient"])
            #expect(try await warnings(mutual.with("data", ["name": "Sol"]).with("to", ["users": ["alex"]])) == [])
            #expect(try await warnings(mutual) == [])
            #expect(try await warnings(mutual.with("data", ["name": "Kim"])) == [])
            try await match.trigger(mutual.with("data", ["name": "Kim"]))
            for user in users.values {
                #expect(try await Self.body(user, mutual) == "You and Kim like each other. Say hello.")
            }
        }
    }

    @Test(
        "where there is no other one with a name, the backend has to send it",
        arguments: [
            ["alex": "Alex"], ["alex": "Alex", "sol": nil], ["alex": nil, "sol": nil],
            ["alex": "Alex", "sol": "Sol", "kim": "Kim"], [:],
        ] as [[String: String?]]
    )
    func missing(names: [String: String?]) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            _ = try await Self.users(match, names)
            let mutual: JSON = ["type": "mutual", "entity": "match/m1"]
            let reply = try await match.post(mutual)
            #expect(reply.status == 422 && reply.code == "missing-variable", "\(reply)")
            #expect(reply.text.contains("two members"), "\(reply)")
            #expect(try await match.post(mutual.with("data", ["name": "Sam"])).status == 202)
            // The reserved name is no variable.
            #expect(
                try await match.post(mutual.with("data", ["name": "Sam", "other.name": ["alex": "X"]])).status == 422
            )
        }
    }
}
