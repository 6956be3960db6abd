import PealCore
import Testing

@Suite("Triggers are checked against the directory before they are accepted")
struct DirectoryCheckTests {
    typealias Code = DirectoryCheck.Problem.Code

    static let org = EntityRef(type: "org", id: "o")
    static let team = EntityRef(type: "team", id: "t")
    static let limit = SenderLimit(
        id: "one-a-day",
        types: ["hello"],
        scope: .org,
        max: 1,
        per: .day,
        zone: .app,
        onExceed: .reject
    )

    private func check() throws -> DirectoryCheck {
        var fixture = try DecisionFixture()
        fixture.type.actorRoles = ["officer"]
        fixture.catalog.types = [fixture.type]
        fixture.catalog.entities = ["org": EntityDeclaration(), "team": EntityDeclaration(parent: "org")]
        return DirectoryCheck(catalog: fixture.catalog)
    }

    private func submission(
        _ entity: EntityRef? = nil,
        _ entities: [EntityPatch] = [],
        actor: Trigger.Actor? = nil,
        limited: Bool = false
    ) throws -> TriggerSubmission {
        var trigger = try DecisionFixture().trigger
        trigger.entity = entity
        trigger.actor = actor
        let limits = limited ? LimitCheck(limits: [Self.limit], appZone: .utc) { _ in nil } : nil
        return TriggerSubmission(trigger: trigger, sealedData: [], entities: entities, claim: nil, limits: limits)
    }

    private func codes(_ submissions: [TriggerSubmission], _ facts: DirectoryFacts = DirectoryFacts()) throws
        -> [[Code]]
    {
        try check().check(submissions, facts).map { $0.problems.map(\.code) }
    }

    @Test("An entity that comes along needs a parent: one that is stored, or that comes along as well")
    func parents() throws {
        let alone = try submission(Self.team, [EntityPatch(ref: Self.team)])
        #expect(try codes([alone]) == [[.parentRequired]])
        let named = try submission(Self.team, [EntityPatch(ref: Self.team, parent: Self.org)])
        #expect(try codes([named]) == [[.unknownParent]])
        var facts = DirectoryFacts()
        facts.organisations = [Self.org: Organisation.Facts(parent: nil, timeZone: nil)]
        #expect(try codes([named], facts) == [[]])
        let both = [EntityPatch(ref: Self.org), EntityPatch(ref: Self.team, parent: Self.org)]
        #expect(try codes([try submission(Self.team, both)]) == [[]])
        // Of one request the entities of an earlier trigger count, unless it is refused.
        #expect(try codes([try submission(nil, [EntityPatch(ref: Self.org)]), named]) == [[], []])
        #expect(try codes([alone, named]) == [[.parentRequired], [.unknownParent]])
        facts.organisations = [Self.team: Organisation.Facts(parent: Self.org, timeZone: nil)]
        #expect(try codes([alone], facts) == [[]], "the stored parent stays")
        var removed = EntityPatch(ref: Self.team)
        removed.parent = .remove
        #expect(try codes([try submission(Self.team, [removed])], facts) == [[.parentRequired]])
    }

    @Test("An audience is asked about on storing, unless it takes long or something has to be read or refused before")
    func questions() throws {
        func count(_ change: (inout TriggerSubmission) throws -> Void) throws -> Int? {
            var one = try submission()
            one.trigger.audience = .owner
            try change(&one)
            return try check().questions(of: [one])?.count
        }
        #expect(try count { _ in } == 1)
        #expect(try count { $0.trigger.audience = .all } == 1)
        let many = (0...AudienceQuestion.userLimit).map { UserID("u\($0)") }
        #expect(try count { $0.trigger.audience = .users(many.dropLast()) } == 1)
        #expect(try count { $0.trigger.audience = .users(many) } == nil)
        #expect(try count { $0.trigger.audience = .members(MemberQuery(of: .itself)) } == nil)
        #expect(try count { $0 = try submission(Self.org, [EntityPatch(ref: Self.org)]) } != nil)
        #expect(
            try count { $0 = try submission(Self.team, [EntityPatch(ref: Self.team)]) } == nil,
            "its parent is read"
        )
        #expect(try count { $0 = try submission(actor: .init(id: "a", kind: .user)) } == nil, "roles are read")
        #expect(try count { $0 = try submission(limited: true) } == nil, "it is refused")
        #expect(try check().questions(of: []) == [])
    }

    /// The entity of a trigger under a limit, what is stored, and what is wrong with it.
    private static let organisationCases: [(EntityRef?, [EntityRef: Organisation.Facts?], [Code])] = [
        (nil, [:], [.unknownOrganisation]),
        (team, [:], [.unknownOrganisation]),
        // Its parent was dropped.
        (team, [team: Organisation.Facts(parent: nil, timeZone: nil)], [.unknownOrganisation]),
        (team, [team: Organisation.Facts(parent: org, timeZone: nil), org: nil], [.unknownOrganisation]),
        (
            team,
            [
                team: Organisation.Facts(parent: org, timeZone: nil),
                org: Organisation.Facts(parent: nil, timeZone: nil),
            ], []
        ),
    ]

    @Test("A limit of organisations wants a known entity with a known root", arguments: organisationCases)
    func organisations(
        _ entity: EntityRef?,
        _ known: [EntityRef: Organisation.Facts?],
        _ problems: [Code]
    ) throws {
        var facts = DirectoryFacts()
        facts.organisations = known
        #expect(try codes([try submission(entity, limited: true)], facts) == [problems])
    }

    /// Who acts, which roles they hold, and what is wrong with it.
    private static let actorCases: [(Trigger.Actor?, Set<String>?, [Code])] = [
        (Trigger.Actor(id: "ann", kind: .user), nil, [.actorNotAllowed]),
        (Trigger.Actor(id: "ann", kind: .user), ["member", "officer"], []),
        (nil, nil, []),
        (Trigger.Actor(id: "ann", kind: .system), nil, []),
        (Trigger.Actor(id: nil, kind: .admin), nil, []),
    ]

    @Test("A user who acts needs one of the roles; what acts by itself does not", arguments: actorCases)
    func actors(_ actor: Trigger.Actor?, roles: Set<String>?, problems: [Code]) throws {
        var facts = DirectoryFacts()
        if let roles { facts.actors = [ActorQuestion("ann", entity: Self.team): roles] }
        #expect(try codes([try submission(Self.team, actor: actor)], facts) == [problems])
    }

    @Test("What is needed is asked once for a request, and nothing where no rule asks")
    func needs() throws {
        let plain = try submission()
        let needs = try check().needs(of: [plain, plain])
        #expect(needs.organisations.isEmpty && needs.actors.isEmpty && needs.audiences.count == 1)
        let patch = EntityPatch(ref: Self.team, parent: Self.org)
        #expect(try check().needs(of: [try submission(Self.team, [patch])]).organisations == [Self.org])
    }
}
