import Testing

@testable import PealCore

@Suite("What a catalog says of entities")
struct EntityRulesTests {
    private static let org = EntityRef(type: "org", id: "o")
    private static let team = EntityRef(type: "team", id: "t")

    private func rules() throws -> EntityRules {
        var catalog = try DecisionFixture().catalog
        catalog.entities = [
            "org": EntityDeclaration(),
            "team": EntityDeclaration(
                parent: "org",
                roles: ["host", "guest"],
                statuses: ["open", "closed"],
                memberStatuses: ["invited", "confirmed"],
                times: ["startsAt"]
            ),
        ]
        return EntityRules(catalog: catalog)
    }

    /// The parent that is sent, the one that is stored, whether the sent one is known, and the problem.
    private static let parents: [(EntityRef?, EntityRef?, Bool, DirectoryCheck.Problem.Code?)] = [
        (nil, nil, false, .parentRequired),
        (nil, org, false, nil),
        (org, nil, false, .unknownParent),
        (org, org, false, .unknownParent),
        (org, nil, true, nil),
    ]

    @Test("A type with a parent needs one that is known, sent or stored", arguments: parents)
    func parent(
        _ named: EntityRef?,
        _ stored: EntityRef?,
        _ isKnown: Bool,
        _ expected: DirectoryCheck.Problem.Code?
    ) throws {
        let found = try rules().parentProblem(of: Self.team, named: named, stored: stored) { _ in isKnown }
        #expect(found?.code == expected)
        #expect(found == nil || found?.pointer == "/parent")
        #expect(try rules().parentProblem(of: Self.org, named: named, stored: stored) { _ in isKnown } == nil)
    }

    /// An entity with its parent, status and times, and where its problems are.
    private static let problemCases: [(EntityRef, EntityRef?, String?, [String], [String])] = [
        (team, org, "open", ["startsAt"], []),
        (EntityRef(type: "taem", id: "t"), nil, nil, [], [""]),
        // An organisation has no parent.
        (org, team, nil, [], ["/parent"]),
        // The parent has another type.
        (team, team, nil, [], ["/parent"]),
        // A type without statuses takes any.
        (org, nil, "whatever", [], []),
        (team, team, "opne", ["startsAt", "starts/at"], ["/parent", "/status", "/times/starts~1at"]),
    ]

    @Test("Every problem of an entity is reported at its place", arguments: problemCases)
    func problems(_ ref: EntityRef, parent: EntityRef?, status: String?, times: [String], pointers: [String]) throws {
        let times = Dictionary(uniqueKeysWithValues: times.map { ($0, Timestamp?.none) })
        let found = try rules().problems(with: ref, parent: parent, status: status, times: times)
        #expect(found.map(\.pointer) == pointers)
    }

    @Test("An unknown name comes with the one that is meant")
    func hints() throws {
        let rules = try rules()
        #expect(rules.unknownType("taem").contains("`team`"))
        let problems = rules.problems(withRole: "hots", status: "confimed", in: "team")
        #expect(problems.map(\.pointer) == ["/role", "/status"])
        #expect(problems[0].detail.contains("`host`"))
        #expect(problems[1].detail == "unknown member status `confimed` of team; did you mean `confirmed`?")
    }

    /// A role, a status, a type of entity, and where that is wrong.
    private static let memberships: [(String?, String?, EntityTypeID, [String])] = [
        ("guest", "invited", "team", []),
        (nil, nil, "team", []),
        ("guest", "open", "team", ["/status"]),
        ("anything", "whatever", "org", []),
        (nil, nil, "taem", [""]),
    ]

    @Test(
        "A member has a role and a status of the entity's type; a type that declares none takes any",
        arguments: memberships
    )
    func member(_ role: String?, _ status: String?, _ type: EntityTypeID, _ pointers: [String]) throws {
        #expect(try rules().problems(withRole: role, status: status, in: type).map(\.pointer) == pointers)
    }

    /// Which members are asked for, and where that is wrong.
    private static let queries: [(MemberQuery, [String])] = [
        (MemberQuery(of: .itself, roles: ["host"]), []),
        (MemberQuery(of: .itself, roles: ["host", "hots"]), ["/role/1"]),
        (MemberQuery(of: .parent, roles: ["anything"]), []),
        (MemberQuery(of: .named(EntityRef(type: "taem", id: "t"))), ["/of"]),
        (MemberQuery(of: .itself, any: [MemberMatch(roles: ["guest"]), MemberMatch(roles: ["x"])]), ["/any/1/role/0"]),
        (MemberQuery(of: .itself, statuses: ["invited", "confirmed"]), []),
        (MemberQuery(of: .itself, roles: ["x"], statuses: ["invited", "y"]), ["/role/0", "/status/1"]),
        (MemberQuery(of: .itself, any: [MemberMatch(statuses: ["open"])]), ["/any/0/status/0"]),
        (MemberQuery(of: .parent, statuses: ["anything"]), []),
    ]

    @Test("Roles and statuses of an audience are those of the entity's type", arguments: queries)
    func members(_ query: MemberQuery, _ pointers: [String]) throws {
        #expect(try rules().problems(with: query, of: Self.team).map(\.pointer) == pointers)
        #expect(try rules().problems(with: MemberQuery(of: .itself, roles: ["x"]), of: nil).isEmpty)
    }
}
