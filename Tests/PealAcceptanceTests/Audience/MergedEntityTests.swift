import Testing

@Suite("Entities that come with a trigger are merged (RFC 7396)", .sharedSandbox())
struct MergedEntityTests {
    let dsober: Backend

    init() throws { dsober = try SharedSandbox.sandbox.backend("dsober") }

    /// A merge patch, and what it leaves of the stored entity.
    private static let patches: [(name: String, patch: JSON, left: JSON)] = [
        ("nothing", [:], stored),
        ("owner", ["ownerId": nil], stored.without("ownerId")),
        ("status", ["status": nil], stored.without("status")),
        ("zone", ["timeZone": nil], stored.without("timeZone")),
        ("time", ["times": ["endsAt": nil]], stored.with("times", ["startsAt": "2030-01-15T18:00:00Z"])),
        ("times", ["times": nil], stored.with("times", [:])),
        (
            "attribute", ["attributes": ["a": nil, "c": ["d": nil]]],
            stored.with("attributes", ["b": "2", "c": ["e": true]])
        ),
        ("attributes", ["attributes": nil], stored.with("attributes", [:])),
        (
            "several", ["ownerId": nil, "status": "open", "attributes": ["a": nil]],
            stored.without("ownerId").with("status", "open").with("attributes", ["b": "2", "c": ["d": 4, "e": true]])
        ),
    ]
    private static let stored: JSON = [
        "parent": "group/nul", "ownerId": "nul-o", "status": "active", "timeZone": "America/Chicago",
        "times": ["startsAt": "2030-01-15T18:00:00Z", "endsAt": "2030-01-15T19:00:00Z"],
        "attributes": ["a": 1, "b": "2", "c": ["d": 4, "e": true]],
    ]

    @Test("`null` removes a member, in PATCH and with a trigger alike (RFC 7396)", arguments: patches)
    func null(_ row: (name: String, patch: JSON, left: JSON)) async throws {
        try await dsober.putEntity("group/nul")
        let ref = "event/nul-\(row.name)"
        let path = "/api/v1/entities/\(ref)"
        let trigger = DSoberFixture.sepFailed("nul-\(row.name)").with("entities", [ref: row.patch])
        for call in [("PATCH", path, row.patch), ("POST", "/api/v1/triggers", trigger)] {
            _ = try await dsober.api.put(path, Self.stored)
            #expect(try await dsober.api.send(call.0, call.1, call.2).status / 100 == 2)
            var left = try await dsober.api.get(path)
            for name in ["entity", "type", "id", "updatedAt"] { left = left.without(name) }
            #expect(left == row.left, "\(call.0)")
        }
        let parent = DSoberFixture.sepFailed("nul-\(row.name)").with(
            "entities",
            [ref: ["parent": nil]]
        )
        let refused = try await dsober.post(parent)
        #expect(refused.code == "parent-required")
        #expect(refused.pointers == ["/entities/event~1nul-\(row.name)/parent"])
    }

    @Test("a trigger that removes the owner of its entity reaches nobody, and says so")
    func ownerRemoved() async throws {
        try await dsober.user("own-o")
        try await dsober.putEntity("group/own")
        try await dsober.putEntity("event/own", ["parent": "group/own"])
        try await dsober.putEntity("session/own", ["parent": "event/own", "ownerId": "own-o"])
        let body: JSON = [
            "type": "dd-revoked", "entity": "session/own", "entities": ["session/own": ["ownerId": nil]],
            "data": ["reason": "x", "adminContact": "y"],
        ]
        let told = try await dsober.post(body).expecting(202)["warnings"].items
        #expect(told.map { $0["code"].string } == ["audience-empty"])
        #expect(try await dsober.api.get("/api/v1/entities/session/own")["ownerId"].string == nil)
    }
}
