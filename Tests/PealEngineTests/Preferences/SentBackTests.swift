import PealCore
import PealEngine
import PealSQL
import Testing

@Suite("Preferences that are sent back as they were read are no choices (R076, R080)")
struct SentBackTests {
    /// What a client sends that takes the whole object it was shown.
    private static func everything(_ view: PreferenceView, at instant: Timestamp?) -> PreferenceChange {
        let channels: [Channel] = [.push, .email, .inApp]
        var change = PreferenceChange(at: instant)
        for channel in channels { change.global[channel] = .some(view.global[channel]) }
        for category in view.categories {
            var switches: [Channel: Bool] = [:]
            for channel in channels { switches[channel] = category.channels[channel] }
            change.categories[category.key] = PreferenceChange.CategoryChange(
                enabled: category.enabled,
                channels: switches
            )
        }
        change.quietHours = view.quietHours.map { quiet in
            PreferenceChange.QuietHoursChange(
                enabled: quiet.enabled,
                start: quiet.window.start,
                end: quiet.window.end,
                timeZone: quiet.timeZone
            )
        }
        return change
    }

    enum Sender: CaseIterable {
        case withoutTime, withTheTimeItRead, withAnOlderTime, withATimeOfItsOwn
    }

    @Test("whatever time the sender gives, a later default and another zone reach the user", arguments: Sender.allCases)
    func unchanged(_ sender: Sender) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann", roles: ["warden"], timeZone: "UTC")
            world.clock.advance(by: .seconds(60))
            let view = try await world.view("ann")
            let at: Timestamp? =
                switch sender {
                case .withoutTime: nil
                case .withTheTimeItRead: view.updatedAt
                case .withAnOlderTime: view.updatedAt - .seconds(5)
                case .withATimeOfItsOwn: world.clock.now
                }
            let after = try await world.update("ann", Self.everything(view, at: at))
            #expect(after == view)
            let stored = try await world.store.preferences(of: "ann", app: world.app)
            #expect(stored.chooses(as: Preferences()))
            try await world.user("ann", timeZone: "Pacific/Kiritimati")
            #expect(try await world.view("ann").quietHours?.timeZone == "Pacific/Kiritimati")
            var catalog = try UsersWorld.catalog()
            let offers = try #require(catalog.category(key: "offers"))
            #expect(!stored.channelSwitch(.push, in: offers))
            catalog.preferenceDefaults.push = false
            #expect(!stored.globalSwitch(.push, defaults: catalog.preferenceDefaults))
        }
    }

    @Test("what was changed among what is sent back is a choice, and nothing else is", arguments: [true, false])
    func oneChange(_ isLocked: Bool) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann", roles: isLocked ? ["warden"] : [])
            world.clock.advance(by: .seconds(60))
            let view = try await world.view("ann")
            var change = Self.everything(view, at: view.updatedAt)
            change.global[.email] = true
            change.categories["offers"]?.channels[.push] = true
            change.quietHours?.timeZone = .set("UTC")
            let after = try await world.update("ann", change)
            #expect(after.version == view.version + 1)
            let stored = try await world.store.preferences(of: "ann", app: world.app)
            #expect(stored.global.compactMapValues(\.value) == ["email": true])
            #expect(stored.categories.mapValues { $0.channels.compactMapValues(\.value) } == ["offers": ["push": true]])
            #expect(stored.categories.values.allSatisfy { $0.enabled == nil })
            #expect(stored.quietHours.timeZone?.value == "UTC")
            #expect(stored.quietHours.start == nil && stored.quietHours.end == nil && stored.quietHours.enabled == nil)
        }
    }

    @Test("a value that was chosen stays a choice when it is sent back, also when it is the default by then")
    func chosen() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.update("ann", PreferenceChange(global: [.push: false]))
            try await world.update("ann", PreferenceChange(global: [.push: true]))
            let view = try await world.view("ann")
            #expect(try await world.update("ann", Self.everything(view, at: nil)) == view)
            let stored = try await world.store.preferences(of: "ann", app: world.app)
            #expect(stored.global["push"]?.value == true)
        }
    }

    @Test("what a lock shows instead of a choice does not replace the choice behind it")
    func behindALock() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.update(
                "ann",
                PreferenceChange(categories: ["safety": .init(enabled: false, channels: [.push: false])])
            )
            try await world.user("ann", roles: ["medic"])
            let view = try await world.view("ann")
            #expect(view.categories[2].enabled)
            #expect(try await world.update("ann", Self.everything(view, at: view.updatedAt)) == view)
            try await world.user("ann")
            #expect(try await world.view("ann").categories[2].enabled == false)
        }
    }

    @Test("quiet hours that are the app's may be sent back, and no others")
    func lockedHours() async throws {
        try await UsersWorld.with({ $0.quietHours?.editable = false }) { world in
            try await world.user("ann")
            let view = try await world.view("ann")
            #expect(try await world.update("ann", Self.everything(view, at: nil)) == view)
            var other = Self.everything(view, at: nil)
            other.quietHours?.start = .set(try #require(LocalTime("21:00")))
            await #expect(throws: PreferenceProblem.self) { try await world.update("ann", other) }
        }
    }

    /// Each field with a value that is not the catalog's, and how it is withdrawn.
    private static let fields: [(PreferenceChange, PreferenceChange)] = [
        (PreferenceChange(global: [.push: false]), PreferenceChange(global: [.push: nil])),
        (
            PreferenceChange(categories: ["offers": .init(enabled: false, channels: [:])]),
            PreferenceChange(categories: ["offers": .init(enabled: .remove, channels: [:])])
        ),
        (
            PreferenceChange(categories: ["offers": .init(enabled: nil, channels: [.push: true])]),
            PreferenceChange(categories: ["offers": .init(enabled: .keep, channels: [.push: nil])])
        ),
        (
            PreferenceChange(quietHours: .init(enabled: nil, start: nil, end: nil, timeZone: "UTC")),
            PreferenceChange(quietHours: .init(enabled: .keep, start: .keep, end: .keep, timeZone: .remove))
        ),
        (
            PreferenceChange(quietHours: .init(enabled: false, start: nil, end: nil, timeZone: nil)),
            PreferenceChange(quietHours: .init(enabled: .remove, start: .keep, end: .keep, timeZone: .keep))
        ),
    ]

    @Test("what is withdrawn follows the catalog, and an earlier choice that arrives later does not bring it back")
    func withdrawn() async throws {
        for (choice, taking) in Self.fields {
            try await UsersWorld.with { world in
                try await world.user("ann")
                let view = try await world.view("ann")
                world.clock.advance(by: .seconds(60))
                var early = choice
                early.at = world.clock.now
                world.clock.advance(by: .seconds(60))
                try await world.update("ann", choice)
                world.clock.advance(by: .seconds(60))
                let after = try await world.update("ann", taking)
                #expect(after.version == 2)
                #expect(
                    (after.global, after.categories, after.quietHours) == (
                        view.global, view.categories, view.quietHours
                    )
                )
                let again = try await world.update("ann", early)
                #expect(again.global == view.global && again.categories == view.categories)
                #expect(again.quietHours == view.quietHours && again.version == 2)
                let stored = try await world.store.preferences(of: "ann", app: world.app)
                #expect(stored.quietHours.timeZone?.value == nil && stored.global.values.allSatisfy { $0.value == nil })
                #expect(try await world.update("ann", taking).version == 2, "there is nothing to withdraw")
            }
        }
    }
}
