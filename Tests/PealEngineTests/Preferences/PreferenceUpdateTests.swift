import PealCore
import PealEngine
import Testing

@Suite("Changing preferences")
struct PreferenceUpdateTests {
    @Test("A change merges: what is absent stays (R086)")
    func merges() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.update("ann", PreferenceChange(global: [.email: true]))
            try await world.update(
                "ann",
                PreferenceChange(categories: ["reportStatus": .init(enabled: nil, channels: [.push: false])])
            )
            let view = try await world.update(
                "ann",
                PreferenceChange(categories: ["offers": .init(enabled: false, channels: [:])])
            )
            #expect(view.global == ChannelSwitches(push: true, email: true, inApp: true))
            #expect(view.categories[0].enabled)
            #expect(view.categories[0].channels == ChannelSwitches(push: false, email: false, inApp: true))
            #expect(!view.categories[1].enabled)
            #expect(view.version == 3)
            #expect(try await world.view("ann") == view)
        }
    }

    @Test("A change counts once, and one that changes nothing does not count (R082)")
    func counts() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let change = PreferenceChange(global: [.push: false], at: world.clock.now)
            let first = try await world.update("ann", change)
            world.clock.advance(by: .seconds(60))
            let again = try await world.update("ann", change)
            #expect(first.version == 1 && again.version == 1)
            #expect(again.updatedAt == first.updatedAt)
            #expect(again.syncedAt == first.syncedAt + .seconds(60))
            #expect(try await world.update("ann", PreferenceChange()).version == 1)
        }
    }

    @Test("A reset goes back to the catalog's defaults, for one user alone (R077)")
    func reset() async throws {
        try await UsersWorld.with { world in
            for user in ["ann", "bob"] as [UserID] {
                try await world.user(user)
                try await world.update(
                    user,
                    PreferenceChange(
                        global: [.push: false],
                        categories: ["offers": .init(enabled: false, channels: [:])]
                    )
                )
            }
            world.clock.advance(by: .seconds(60))
            let view = try #require(try await world.preferences.reset(of: "ann", app: world.app))
            #expect(view.global.push)
            #expect(view.enabledCount == 4)
            #expect(view.version == 2)
            #expect(view.updatedAt == world.clock.now)
            #expect(try await !world.view("bob").global.push)
            #expect(try await world.preferences.reset(of: "nobody", app: world.app) == nil)
        }
    }

    @Test("A choice of an offline device older than the reset stays forgotten; a later one holds (R079, R080)")
    func offlineBeforeReset() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            world.clock.advance(by: .seconds(60))
            let offline = PreferenceChange(
                global: [.push: false],
                categories: ["offers": .init(enabled: false, channels: [:])],
                at: world.clock.now
            )
            world.clock.advance(by: .seconds(60))
            _ = try await world.preferences.reset(of: "ann", app: world.app)
            world.clock.advance(by: .seconds(60))
            let synced = try await world.update("ann", offline)
            #expect(synced.global.push)
            #expect(synced.enabledCount == 4)
            #expect(synced.version == 1)
            let later = try await world.update("ann", PreferenceChange(global: [.push: false]))
            #expect(!later.global.push)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: PreferenceChange
        var kind: PreferenceProblem.Kind
        var pointers: [String]

        init(_ name: String, _ change: PreferenceChange, _ kind: PreferenceProblem.Kind, _ pointers: [String]) {
            testDescription = name
            self.change = change
            self.kind = kind
            self.pointers = pointers
        }
    }

    private static func category(
        _ key: String,
        enabled: Bool? = nil,
        channels: [Channel: Bool] = [:]
    ) -> PreferenceChange { PreferenceChange(categories: [key: .init(enabled: enabled, channels: channels)]) }

    static let refusals = [
        Refusal("a locked category", category("safety", enabled: false), .locked, ["/categories/safety/enabled"]),
        Refusal("a category locked for all", category("legal", enabled: false), .locked, ["/categories/legal/enabled"]),
        Refusal(
            "channels of a locked category",
            category("safety", channels: [.push: false, .inApp: false]),
            .locked,
            ["/categories/safety/channels/inApp", "/categories/safety/channels/push"]
        ),
        Refusal("a category nobody knows", category("a/b", enabled: false), .unknownCategory, ["/categories/a~1b"]),
        Refusal(
            "a category that is not adjustable",
            category("system", enabled: false),
            .unknownCategory,
            ["/categories/system"]
        ),
        Refusal(
            "a category by its name",
            category("report-status", enabled: false),
            .unknownCategory,
            ["/categories/report-status"]
        ),
        Refusal(
            "two at once",
            PreferenceChange(
                categories: ["legal": .init(enabled: false, channels: [:]), "x": .init(enabled: true, channels: [:])]),
            .locked,
            ["/categories/legal/enabled", "/categories/x"]
        ),
    ]

    @Test("What is not theirs to change is refused, and nothing of the change is made (R073)", arguments: refusals)
    func refused(_ example: Refusal) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann", roles: ["warden"])
            var change = example.change
            change.global[.push] = false
            let problem = await #expect(throws: PreferenceProblem.self) {
                try await world.preferences.update(change, of: "ann", app: world.app)
            }
            #expect(problem?.kind == example.kind)
            #expect(problem?.details.map(\.pointer) == example.pointers)
            #expect(try await world.view("ann").global.push)
            #expect(try await world.view("ann").version == 0)
        }
    }

    @Test("Switching a locked category on, or its e-mail off, is no breach")
    func lockedOn() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann", roles: ["warden"])
            let change = PreferenceChange(
                categories: ["safety": .init(enabled: true, channels: [.push: true, .inApp: true, .email: false])])
            #expect(try await world.update("ann", change).version == 0, "it is what was shown")
        }
    }

    private static let lockedHours: [(PreferenceProblem.Kind, @Sendable (inout Catalog) -> Void)] = [
        (.notEditable, { $0.quietHours?.editable = false }), (.quietHoursOff, { $0.features.quietHours = false }),
        (.quietHoursOff, { $0.quietHours = nil }),
    ]

    @Test("Quiet hours that are the app's, or off, are refused", arguments: lockedHours)
    func quietHours(_ kind: PreferenceProblem.Kind, _ edit: @Sendable (inout Catalog) -> Void) async throws {
        let change = PreferenceChange(quietHours: .init(enabled: false, start: nil, end: nil, timeZone: nil))
        try await UsersWorld.with(edit) { world in
            try await world.user("ann")
            let problem = await #expect(throws: PreferenceProblem.self) {
                try await world.preferences.update(change, of: "ann", app: world.app)
            }
            #expect(problem?.kind == kind)
            #expect(problem?.details.map(\.pointer) == ["/quietHours"])
        }
    }
}
