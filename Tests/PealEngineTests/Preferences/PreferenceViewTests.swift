import Foundation
import PealCatalog
import PealCore
import PealEngine
import Testing

@testable import PealTesting

@Suite("What a settings screen shows")
struct PreferenceViewTests {
    @Test("Without choices everything follows the catalog, in its order")
    func recommended() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let view = try await world.view("ann")
            #expect(view.userID == "ann")
            #expect(view.categories.map(\.key) == ["reportStatus", "offers", "safety", "legal"])
            #expect(view.categories[0].name == "report-status")
            #expect(view.categories[0].icon == "flag")
            #expect(view.categories.map(\.channels.push) == [true, false, true, true])
            #expect(view.categories.allSatisfy { $0.enabled && !$0.channels.email && $0.channels.inApp })
            #expect(view.global == ChannelSwitches(push: true, email: false, inApp: true))
            #expect(view.enabledCount == 4)
            #expect(view.version == 0)
            #expect(view.updatedAt == world.scene.now)
            #expect(view.syncedAt == world.clock.now)
        }
    }

    @Test("The six switches of S0's model are those of GSS, in order (R069)")
    func sixSwitches() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let yaml = try String(contentsOf: root.appending(path: "Catalogs/gss.yaml"), encoding: .utf8)
        let catalog = try #require(CatalogReader.read(yaml: yaml, file: "gss.yaml").catalog)
        #expect(
            catalog.categories.filter(\.adjustable).map(\.key) == [
                "eventReminders", "streakRisk", "questProgress", "kudos", "depositReminders", "competitiveUnlock",
            ]
        )
    }

    @Test("The badge of the settings entry counts what is switched on (R068)", arguments: [0, 1, 2])
    func enabledCount(off: Int) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let keys = ["reportStatus", "offers"].prefix(off)
            let change = PreferenceChange(
                categories: Dictionary(uniqueKeysWithValues: keys.map { ($0, .init(enabled: false, channels: [:])) })
            )
            #expect(try await world.update("ann", change).enabledCount == 4 - off)
        }
    }

    struct Lock: Sendable, CustomTestStringConvertible {
        var roles: [String]
        var member: String?
        var reasons: [String?]

        var testDescription: String { "roles \(roles), member as \(member ?? "nothing")" }
    }

    static let locks = [
        Lock(roles: [], reasons: [nil, nil, nil, "Required for all users"]),
        Lock(roles: ["clerk"], reasons: [nil, nil, nil, "Required for all users"]),
        Lock(roles: ["warden"], reasons: [nil, nil, "Required for your role", "Required for all users"]),
        Lock(
            roles: ["warden", "medic", "x"],
            reasons: [nil, nil, "Required for your role", "Required for all users"]
        ),
        Lock(roles: [], member: "medic", reasons: [nil, nil, "Required for your role", "Required for all users"]),
    ]

    @Test("A category is locked while a role binds, and says that it is the role (R073)", arguments: locks)
    func locked(_ example: Lock) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann", roles: example.roles)
            if let role = example.member {
                try await world.scene.entity(world.scene.report)
                try await world.scene.member("ann", of: world.scene.report, role: role)
            }
            #expect(try await world.view("ann").categories.map(\.lockReason) == example.reasons)
        }
    }

    @Test("A lock shows on what the user chose before, and what they chose is kept behind it")
    func lockedLater() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let off = PreferenceChange(
                categories: ["safety": .init(enabled: false, channels: [.push: false, .inApp: false])])
            #expect(try await world.update("ann", off).categories[2].enabled == false)
            try await world.user("ann", roles: ["warden"])
            let locked = try await world.view("ann").categories[2]
            #expect(locked.enabled)
            #expect(locked.channels == ChannelSwitches(push: true, email: false, inApp: true))
            #expect(try await world.view("ann").enabledCount == 4)
            try await world.user("ann")
            #expect(try await world.view("ann").categories[2].enabled == false)
        }
    }

    @Test(
        "Titles come in the user's language",
        arguments: [("de", "Berichte"), ("de-AT", "Berichte"), ("fr", "Reports")]
    )
    func language(locale: String, title: String) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann", locale: locale)
            #expect(try await world.view("ann").categories[0].title == title)
        }
    }

    @Test(
        "Quiet hours show the user's own, the app's where they may not change them, and nothing where there are none"
    )
    func quietHours() async throws {
        let window = try #require(LocalTime("23:00"))
        let change = PreferenceChange(
            quietHours: .init(enabled: false, start: window, end: nil, timeZone: "Pacific/Kiritimati")
        )
        try await UsersWorld.with { world in
            try await world.user("ann")
            let app = try #require(try await world.view("ann").quietHours)
            #expect(app.enabled && app.editable)
            #expect(app.window.start.description == "22:00")
            #expect(app.timeZone == "Europe/Berlin")
            let own = try #require(try await world.update("ann", change).quietHours)
            #expect(!own.enabled)
            #expect(own.window.start == window)
            #expect(own.window.end.description == "08:00")
            #expect(own.timeZone == "Pacific/Kiritimati")
        }
        try await UsersWorld.with({ $0.quietHours?.editable = false }) { world in
            try await world.user("ann")
            let app = try #require(try await world.view("ann").quietHours)
            #expect(app.enabled && !app.editable)
        }
        try await UsersWorld.with({ $0.features.quietHours = false }) { world in
            try await world.user("ann")
            #expect(try await world.view("ann").quietHours == nil)
        }
    }

    @Test("Nobody, and a user of no app, have none")
    func nobody() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            #expect(try await world.preferences.view(of: "bob", app: world.app) == nil)
            #expect(try await world.preferences.view(of: "ann", app: "nowhere") == nil)
            #expect(try await world.preferences.update(PreferenceChange(), of: "ann", app: "nowhere") == nil)
        }
    }
}
