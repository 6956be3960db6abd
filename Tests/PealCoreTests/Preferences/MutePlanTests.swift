import Testing

@testable import PealCore

@Suite("Mutes that are set")
struct MutePlanTests {
    private static let now = Timestamp(seconds: 100)

    private static func mute(_ number: Int, _ scope: Mute.Scope, until: Timestamp? = nil) -> Mute {
        Mute(id: .numbered(number), scope: scope, until: until, createdAt: now)
    }

    /// A scope, the mutes before, and which of them go.
    private static let replacements: [(Mute.Scope, [Mute], [Int])] = [
        (.all, [], []),
        (.all, [mute(1, .all)], [1]),
        (.all, [mute(1, .category("a")), mute(2, .thread("a"))], []),
        (.category("a"), [mute(1, .category("a")), mute(2, .category("b"))], [1]),
        (.category("a"), [mute(1, .thread("a"))], []),
        (.thread("caf\u{e9}"), [mute(1, .thread("cafe\u{301}"))], []),
        (.thread("a"), [mute(1, .category("b"), until: now), mute(2, .category("c"), until: now + .seconds(1))], [1]),
    ]

    @Test("A mute replaces the one of its scope, and those that have ended go", arguments: replacements)
    func replaces(_ scope: Mute.Scope, _ before: [Mute], _ removed: [Int]) throws {
        let plan = try #require(MutePlan(setting: Self.mute(9, scope), among: before, limit: 3))
        #expect(plan.removed == removed.map { MuteID.numbered($0) })
        #expect(plan.before == before)
    }

    @Test(
        "Only mutes of other scopes that hold count against the limit",
        arguments: [
            (.all, false, 2, false), (.all, false, 3, true), (.category("b"), false, 2, true), (.all, true, 2, true),
        ] as [(Mute.Scope, Bool, Int, Bool)]
    )
    func limit(_ scope: Mute.Scope, firstHasEnded: Bool, limit: Int, fits: Bool) {
        let before = [
            Self.mute(1, .category("a"), until: firstHasEnded ? Self.now : nil), Self.mute(2, .category("b")),
        ]
        #expect((MutePlan(setting: Self.mute(9, scope), among: before, limit: limit) != nil) == fits)
    }
}
