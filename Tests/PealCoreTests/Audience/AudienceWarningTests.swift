import PealCore
import Testing

@Suite("What a backend is told about an audience (R058)")
struct AudienceWarningTests {
    static let event = EntityRef(type: "event", id: "e")
    static let group = EntityRef(type: "group", id: "g")

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var audience: Audience
        var facts: AudienceReach
        var brought: Set<EntityRef> = []
        /// The code, and a part of the words.
        var says: [(RequestWarning.Code, String)]
    }

    static let admins = Audience.members(MemberQuery(of: .parent, roles: ["admin"]))

    static let cases = [
        Case(
            testDescription: "somebody",
            audience: admins,
            facts: AudienceReach(source: group, reachesUser: true),
            says: []
        ),
        Case(
            testDescription: "left open",
            audience: admins,
            facts: AudienceReach(source: group, reachesUser: nil),
            says: []
        ),
        Case(
            testDescription: "an entity nobody put",
            audience: admins,
            facts: AudienceReach(isStored: false),
            says: [(.audienceEmpty, "`event/e` is unknown")]
        ),
        Case(
            testDescription: "an entity that comes along",
            audience: admins,
            facts: AudienceReach(isStored: false),
            brought: [event],
            says: [(.audienceEmpty, "`event/e` has no parent")]
        ),
        Case(
            testDescription: "an unknown parent",
            audience: admins,
            facts: AudienceReach(source: group, isStored: false),
            says: [(.audienceEmpty, "`group/g` is unknown")]
        ),
        Case(
            testDescription: "an empty group",
            audience: admins,
            facts: AudienceReach(source: group),
            says: [(.audienceEmpty, "`group/g` has no members with the role `admin`")]
        ),
        Case(
            testDescription: "members that are no users",
            audience: admins,
            facts: AudienceReach(source: group, strangers: ["x"]),
            says: [(.unknownUser, "unknown user `x`"), (.audienceEmpty, "unknown users")]
        ),
        Case(
            testDescription: "a misspelt user among others",
            audience: .users(["a", "x"]),
            facts: AudienceReach(reachesUser: true, strangers: ["x"]),
            says: [(.unknownUser, "unknown user `x`")]
        ),
        Case(
            testDescription: "the actor only, where the type leaves them out",
            audience: admins,
            facts: AudienceReach(source: group, leftOut: "nia"),
            says: [(.audienceEmpty, "the only recipient is the actor `nia`")]
        ),
        Case(
            testDescription: "the actor and others",
            audience: admins,
            facts: AudienceReach(source: group, reachesUser: true, leftOut: "nia"),
            says: []
        ),
        Case(
            testDescription: "an entity without an owner",
            audience: .owner,
            facts: AudienceReach(source: event),
            says: [(.audienceEmpty, "`event/e` has no owner")]
        ),
        Case(
            testDescription: "an app without users",
            audience: .all,
            facts: AudienceReach(),
            says: [(.audienceEmpty, "no users yet")]
        ),
    ]

    @Test("each mistake has its words", arguments: cases)
    func words(_ row: Case) {
        let question = AudienceQuestion(row.audience, entity: Self.event)
        let warnings = question.warnings(row.facts, brought: row.brought)
        #expect(warnings.map(\.code) == row.says.map(\.0))
        for (warning, says) in zip(warnings, row.says) { #expect(warning.detail.contains(says.1), "\(warning.detail)") }
    }

    @Test("a long list of unknown users is cut")
    func long() {
        let users = (0..<30).map { UserID("u\($0)") }
        let facts = AudienceReach(reachesUser: true, strangers: users)
        let detail = AudienceQuestion(.users(users), entity: nil).warnings(facts, brought: [])[0].detail
        #expect(detail.contains("and 20 more"))
    }
}
