import PealCore
import Testing

@testable import PealEngine

@Suite("Why a user is not in an audience")
struct AudienceCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var audience: Audience
        var owner: UserID?
        var entity: EntityRef? = EntityRef(type: "event", id: "e1")
        var parent: EntityRef? = EntityRef(type: "org", id: "o1")
        var isKnown = true
        /// A part of the sentence; `nil` for a user who is in it.
        var says: String?

        var testDescription: String { says ?? "\(audience) reaches them" }
    }

    static func members(
        of: EntitySelector,
        roles: [String] = [],
        statuses: [String] = [],
        also: EntitySelector? = nil
    ) -> Audience {
        .members(MemberQuery(of: of, roles: roles, statuses: statuses, alsoMemberOf: also))
    }

    static let elsewhere = EntityRef(type: "org", id: "o2")

    static let cases: [Case] = [
        Case(audience: .users(["ann", "bob"])),
        Case(audience: .users(["bob"]), says: "the trigger names one other user"),
        Case(audience: .users(["bob", "cid"]), says: "the trigger names 2 other users"),
        Case(audience: .owner, owner: "ann"),
        Case(audience: .owner, owner: "bob", says: "the owner of event/e1, who is bob"),
        Case(audience: .owner, says: "the owner of event/e1, which has no owner"),
        Case(audience: .owner, entity: nil, says: "the owner of its entity, and it has no entity"),
        Case(audience: .all),
        Case(audience: .all, isKnown: false, says: "all users of the app, and ann is unknown"),
        Case(audience: members(of: .itself)),
        Case(audience: members(of: .itself, roles: ["host"])),
        Case(
            audience: members(of: .itself, roles: ["helper"]),
            says: "the recipients have the role helper in event/e1, and ann has the role host"
        ),
        Case(
            audience: members(of: .itself, statuses: ["asked", "late", "left"]),
            says: "the recipients have the status asked, late or left in event/e1, and ann has the status going"
        ),
        Case(audience: members(of: .parent)),
        Case(
            audience: members(of: .parent, roles: ["admin", "owner"]),
            says: "the recipients have the role admin or owner in org/o1, and ann has no role"
        ),
        Case(audience: members(of: .parent), parent: nil, says: "its entity's parent, and there is no parent"),
        Case(audience: members(of: .named(elsewhere)), says: "ann is not a member of org/o2"),
        Case(audience: members(of: .itself, also: .parent)),
        Case(audience: members(of: .itself, also: .named(elsewhere)), says: "ann is not also a member of org/o2"),
        Case(audience: members(of: .itself), entity: nil, says: "the members of its entity, and it has no entity"),
    ]

    @Test("is said, or nothing is", arguments: cases)
    func miss(_ example: Case) {
        let now = Timestamp(seconds: 1)
        let check = AudienceCheck(
            user: "ann",
            isKnown: example.isKnown,
            memberships: [
                Member(
                    entity: EntityRef(type: "event", id: "e1"),
                    userID: "ann",
                    role: "host",
                    status: "going",
                    updatedAt: now
                ),
                Member(entity: EntityRef(type: "org", id: "o1"), userID: "ann", updatedAt: now),
            ]
        )
        let miss = check.miss(example.audience, entity: example.entity, parent: example.parent, owner: example.owner)
        if let says = example.says {
            #expect(miss?.contains(says) == true, "\(miss ?? "nothing")")
        } else {
            #expect(miss == nil)
        }
    }
}
