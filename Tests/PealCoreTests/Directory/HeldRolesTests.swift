import PealCore
import Testing

@Suite("Roles that a user has")
struct HeldRolesTests {
    private static let roles = HeldRoles(
        own: ["admin"],
        memberships: [MembershipRole("host", in: "event"), MembershipRole("member", in: "org")]
    )

    @Test(
        "The own roles count always, those of memberships in the types that are named, or in all",
        arguments: [
            ([], ["admin", "host", "member"]), (["event"], ["admin", "host"]),
            (["event", "org"], ["admin", "host", "member"]),
            (["ride"], ["admin"]),
        ] as [(Set<EntityTypeID>, Set<String>)]
    )
    func roles(_ types: Set<EntityTypeID>, _ expected: Set<String>) {
        #expect(Self.roles.roles(in: types) == expected)
        #expect(Self.roles.all == ["admin", "host", "member"])
    }
}
