import Testing

/// A mistake in what a backend says of its users and entities is told in the answer, in words that say how to fix it.
@Suite("Empty audiences are told at once (R058)", .sharedSandbox())
struct EmptyAudienceTests {
    let sandbox: Sandbox
    let dsober: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        dsober = sandbox.backend("dsober")
    }

    private func warnings(_ body: JSON) async throws -> [(code: String, detail: String)] {
        let answer = try await dsober.post(body).expecting(202)
        let told = answer["warnings"].items.map { warning in
            (code: warning["code"].string ?? "", detail: warning["detail"].string ?? "")
        }
        let dryRun = try await dsober.api.post("/api/v1/triggers?dryRun=true", body)["warnings"].items
        #expect(dryRun.map { $0["detail"].string ?? "" } == told.map { $0.detail }, "a dry run says the same")
        return told
    }

    @Test("an entity of a type with a parent is not put without one that exists; PATCH changes single fields")
    func parents() async throws {
        _ = try await DSoberFixture.group("par", admins: ["par-a"], on: dsober)
        let path = "/api/v1/entities/event/par"
        let dropped = try await dsober.api.send("PUT", path, ["status": "active"])
        #expect(dropped.status == 422)
        #expect(dropped.code == "parent-required")
        #expect(dropped.pointers == ["/parent"])
        #expect(dropped.json["detail"].string?.contains("PATCH") == true)
        let unknown = try await dsober.api.send("PUT", path, ["parent": "group/nowhere"])
        #expect(unknown.code == "unknown-parent")
        #expect(unknown.json["detail"].string?.contains("`group/nowhere`") == true)
        let patched = try await dsober.api.patch(path, ["status": "active", "attributes": ["a": 1, "b": 2]])
        #expect(patched["parent"].string == "group/par")
        let merged = try await dsober.api.patch(path, ["attributes": ["a": nil, "c": ["d": true]]])
        #expect(merged["attributes"] == ["b": 2, "c": ["d": true]])
        #expect(merged["status"].string == "active")
        #expect(try await dsober.api.send("PATCH", path, ["parent": nil]).code == "parent-required")
        #expect(try await dsober.api.send("PATCH", path, ["colour": "red"]).pointers == ["/colour"])
        #expect(try await dsober.api.send("PATCH", "/api/v1/entities/event/par-none", [:]).status == 404)
    }

    @Test("a user is patched member by member, and put as a whole")
    func users() async throws {
        try await dsober.user("patch-u", ["name": "Ann", "roles": ["staff"], "attributes": ["a": 1, "b": 2]])
        let path = "/api/v1/users/patch-u"
        let merged = try await dsober.api.patch(path, ["name": nil, "attributes": ["a": nil, "c": 3]])
        #expect(merged["attributes"] == ["b": 2, "c": 3])
        #expect(merged["roles"] == ["staff"])
        #expect(merged["name"].string == nil)
        #expect(try await dsober.api.send("PATCH", path, ["roles": "staff"]).pointers == ["/roles"])
        #expect(try await dsober.api.put(path, [:])["roles"] == [])
        #expect(try await dsober.api.send("PATCH", "/api/v1/users/patch-none", [:]).status == 404)
    }

    @Test("inline entities are merged, and held to the same rules")
    func inline() async throws {
        _ = try await DSoberFixture.group("inl", admins: ["inl-a"], on: dsober)
        let trigger = DSoberFixture.sepFailed("inl")
        let path = "/api/v1/entities/event/inl"
        _ = try await dsober.api.patch(
            path,
            [
                "attributes": ["a": 1, "b": ["c": 1]],
                "times": [
                    "startsAt": "2030-01-15T18:00:00Z", "endsAt": "2030-01-15T19:00:00Z",
                ],
            ]
        )
        let change: JSON = ["attributes": ["a": nil, "b": ["d": 2]], "times": ["endsAt": nil]]
        try await dsober.trigger(trigger.with("entities", ["event/inl": change]))
        let stored = try await dsober.api.get(path)
        #expect(stored["attributes"] == ["b": ["c": 1, "d": 2]])
        #expect(stored["times"].names == ["startsAt"])
        #expect(stored["parent"].string == "group/inl")
        let new = try await dsober.post(trigger.with("entities", ["event/inl-new": ["status": "active"]]))
        #expect(new.code == "parent-required")
        #expect(new.pointers == ["/entities/event~1inl-new/parent"])
        let lost = try await dsober.post(trigger.with("entities", ["event/inl-new": ["parent": "group/lost"]]))
        #expect(lost.code == "unknown-parent")
        let both: JSON = ["group/inl-new": [:], "event/inl-new": ["parent": "group/inl-new"]]
        #expect(try await dsober.post(trigger.with("entities", both)).status == 202)
    }

    @Test("a misspelt role is refused where it is said")
    func roles() async throws {
        _ = try await DSoberFixture.group("rol", admins: ["rol-a"], on: dsober)
        let member = try await dsober.api.send(
            "PUT",
            "/api/v1/entities/group/rol/members/rol-a",
            ["role": "amdin"]
        )
        #expect(member.status == 422)
        #expect(member.json["detail"].string?.contains("did you mean `admin`?") == true)
        let to: JSON = ["members": ["of": "parent", "role": ["amdin"]]]
        let asked = try await dsober.post(DSoberFixture.sepFailed("rol").with("to", to))
        #expect(asked.status == 422)
        #expect(asked.pointers == ["/to/members/role/0"])
        #expect(asked.json["detail"].string?.contains("did you mean `admin`?") == true)
    }

    @Test("an entity nobody put, an empty group and unknown users are told with the 202")
    func empty() async throws {
        let never = try await warnings(DSoberFixture.sepFailed("never-put"))
        #expect(never.map(\.code) == ["audience-empty"])
        #expect(never[0].detail.contains("`event/never-put` is unknown"))

        try await DSoberFixture.put("event/emp", on: dsober)
        let group = try await warnings(DSoberFixture.sepFailed("emp"))
        #expect(group.map(\.code) == ["audience-empty"])
        #expect(group[0].detail.contains("`group/emp` has no members with the role `admin`"))
        #expect(group[0].detail.contains("PUT /api/v1/entities/group/emp/members/"))

        let put = try await dsober.api.put("/api/v1/entities/group/emp/members/emp-stranger", ["role": "admin"])
        #expect(put["warnings"][0]["code"].string == "unknown-user")
        let stranger = try await warnings(DSoberFixture.sepFailed("emp"))
        #expect(stranger.map(\.code) == ["unknown-user", "audience-empty"])
        #expect(stranger[0].detail.contains("`emp-stranger`"))

        try await dsober.user("emp-known")
        let named = DSoberFixture.sepFailed("emp").with("to", ["users": ["emp-known", "emp-typo"]])
        let some = try await warnings(named)
        #expect(some.map(\.code) == ["unknown-user"])
        #expect(some[0].detail.contains("`emp-typo`"))
        let known = DSoberFixture.sepFailed("emp").with("to", ["users": ["emp-known"]])
        #expect(try await warnings(known).isEmpty)
    }

    @Test("an audience of the actor only, where the type leaves them out, is empty; of a critical type it is counted")
    func actorAlone() async throws {
        let name = "peal_triggers_without_recipients_total"
        func count(_ type: String, _ priority: String) async throws -> Int {
            let labels = "{app=\"dsober\",type=\"\(type)\",priority=\"\(priority)\"}"
            return Int(try await sandbox.metric(name + labels) ?? "0") ?? 0
        }
        _ = try await DSoberFixture.group("alone", admins: ["alone-a"], on: dsober)
        let resolved: JSON = [
            "type": "sep-alert-resolved", "entity": "event/alone", "actor": ["id": "alone-a", "kind": "admin"],
            "data": ["admin": "Casey", "driver": "Morgan", "event": "Spring formal"],
        ]
        let before = try await count("sep-alert-resolved", "normal")
        let told = try await warnings(resolved)
        #expect(told.map(\.code) == ["audience-empty"])
        #expect(told.first?.detail.contains("the only recipient is the actor `alone-a`") == true)
        #expect(try await count("sep-alert-resolved", "normal") == before + 1)
        #expect(try await warnings(resolved.with("actor", ["id": "alone-x", "kind": "admin"])).isEmpty)
        try await DSoberFixture.put("session/alone", ["ownerId": "alone-a", "status": "active"], on: dsober)
        let own: JSON = [
            "type": "dd-revoked", "entity": "session/alone", "actor": ["id": "alone-a", "kind": "admin"],
            "data": ["reason": "x", "adminContact": "y"],
        ]
        let critical = try await count("dd-revoked", "critical")
        #expect(try await warnings(own).map(\.code) == ["audience-empty"])
        #expect(try await count("dd-revoked", "critical") == critical + 1)
    }

    @Test("a trigger without recipients is counted by app, type and priority")
    func counted() async throws {
        let labels = #"{app="dsober",type="dd-revoked",priority="critical"}"#
        let name = "peal_triggers_without_recipients_total" + labels
        let before = Int(try await sandbox.metric(name) ?? "0") ?? 0
        let data: JSON = ["reason": "x", "adminContact": "y"]
        try await dsober.trigger(["type": "dd-revoked", "entity": "session/none", "data": data])
        #expect(try await sandbox.metric(name) == "\(before + 1)")
    }

    @Test("each trigger of a bulk has its own warnings, and an idempotent answer repeats them")
    func bulk() async throws {
        try await dsober.user("blk-u")
        let good = DSoberFixture.sepFailed("none").with("to", ["users": ["blk-u"]])
        let body: JSON = ["triggers": [DSoberFixture.sepFailed("none"), good]]
        let items = try await dsober.api.post("/api/v1/triggers/bulk", body)["items"].items
        #expect(items.map { $0["warnings"].items.count } == [1, 0])
        let key = [("Idempotency-Key", "blk-1")]
        let first = try await dsober.post(DSoberFixture.sepFailed("none"), headers: key)
        let again = try await dsober.post(DSoberFixture.sepFailed("none"), headers: key)
        #expect(first.bytes == again.bytes)
        #expect(first.json["warnings"].items.count == 1)
    }
}

@Suite(
    "Sender limits know their organisation, and announcements their officers",
    .sharedSandbox()
)
struct OrganisationTests {
    let nhs: Backend

    init() throws { nhs = try SharedSandbox.sandbox.backend("nhs") }

    @Test("R160: an announcement of an organisation that is missing or invented is refused")
    func unknownOrganisation() async throws {
        _ = try await NHSFixture.organisation("known", members: ["uo-m"], on: nhs)
        let real = NHSFixture.announcement("uo-1", org: "known")
        for body in [real.without("entities"), real.without("entities").without("entity")] {
            let reply = try await nhs.post(body.with("to", ["users": ["uo-m"]]))
            #expect(reply.status == 422, "\(reply)")
        }
        #expect(try await nhs.post(real.without("entities")).code == "unknown-entity")
        // An announcement of an organisation that was deleted belongs to none.
        try await nhs.putEntity("org/deleted")
        try await nhs.putEntity("announcement/uo-3", ["parent": "org/deleted"])
        _ = try await nhs.api.delete("/api/v1/entities/org/deleted")
        let orphan = try await nhs.post(real.without("entities").with("entity", "announcement/uo-3"))
        #expect(orphan.code == "unknown-organisation")
        #expect(orphan.pointers == ["/entity"])
        let invented = real.with("entities", ["announcement/uo-1": ["parent": "org/invented"]])
        #expect(try await nhs.post(invented).code == "unknown-parent")
        #expect(try await nhs.post(real).status == 202)
    }

    @Test(
        "S2.1.1, 2.1, 3.1, 3.2, 4.1: an officer of the organisation announces, plans, decides and starts; a member does not (R042)",
        arguments: ["announcement", "event-created", "hours-approved", "hours-rejected", "ble-session-started"]
    )
    func officer(_ type: String) async throws {
        _ = try await NHSFixture.organisation("off", members: ["of-m", "of-n"], on: nhs)
        try await nhs.user("of-o")
        try await nhs.putMember("of-o", of: "org/off", ["role": "officer"])
        func reply(_ actor: String, kind: String = "user") async throws -> Reply {
            let body = NHSFixture.trigger(type, "of-\(actor)-\(kind)-\(type)", org: "off", to: "of-n")
            return try await nhs.post(body.with("actor", ["id": "\(actor)", "kind": "\(kind)"]))
        }
        let member = try await reply("of-m")
        #expect(member.status == 422)
        #expect(member.code == "actor-not-allowed")
        #expect(member.pointers == ["/actor/id"])
        #expect(try await reply("of-o").status == 202)
        #expect(try await reply("of-m", kind: "system").status == 202)
    }

    @Test(
        "S2.3.1, 3.2: nobody approves or rejects their own hours, whatever kind of actor they are",
        arguments: ["hours-approved", "hours-rejected"],
        ["user", "admin"]
    )
    func ownHours(_ type: String, kind: String) async throws {
        _ = try await NHSFixture.organisation("own-hours", members: [], on: nhs)
        try await nhs.user("oh-o")
        try await nhs.putMember("oh-o", of: "org/own-hours", ["role": "officer"])
        let body = NHSFixture.trigger(type, "oh-\(type)-\(kind)", org: "own-hours", to: "oh-o")
            .with("actor", ["id": "oh-o", "kind": "\(kind)"])
        for path in ["/api/v1/triggers", "/api/v1/triggers?dryRun=true"] {
            let refused = try await nhs.api.send("POST", path, body)
            #expect(refused.status == 422 && refused.code == "actor-not-allowed", "\(path)")
            #expect(refused.pointers == ["/actor/id"])
        }
    }
}
