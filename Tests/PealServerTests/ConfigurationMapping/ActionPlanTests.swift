import PealCore
import PealProviderKit
import Testing

@testable import PealEngine

/// R191, C20.
@Suite("Buttons by platform")
struct ActionPlanTests {
    @Test(
        "Every action arrives in its order, and as many are buttons as the platform shows",
        arguments: [
            (Platform.ios, 0, 0), (.ios, 2, 2), (.ios, 5, 5), (.ios, 10, 10), (.ios, 12, 10), (.android, 0, 0),
            (.android, 3, 3), (.android, 4, 2), (.android, 5, 2), (.web, 1, 1), (.web, 2, 2), (.web, 3, 2),
            (.web, 5, 2),
        ]
    )
    func plan(platform: Platform, count: Int, buttons: Int) {
        let actions = (0..<count).map { PushPayload.Action(id: "a\($0)", title: "A", kind: "quick-reply", token: "t") }
        let planned = ActionPlan(platform: platform).plan(actions)
        #expect(planned.map(\.id) == actions.map(\.id))
        #expect(planned.prefix(buttons).allSatisfy { $0.place == nil })
        #expect(planned.dropFirst(buttons).allSatisfy { $0.place == .more })
    }

    @Test("The five answers to when one arrives are planned by their importance", arguments: Platform.allCases)
    func arrival(_ platform: Platform) throws {
        let row = try #require(
            MappingCase.all.first { $0.type.actions.count == 5 && $0.platform == platform && $0.catalog.app == "gss" }
        )
        let planned = try row.message().payload.actions
        #expect(planned.map(\.id) == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"])
        #expect(planned.count { $0.place == nil } == (platform == .ios ? 5 : 2))
        #expect(
            try row.message(locale: "de").payload.actions.first?.title == row.type.actions.first?.title.text(for: "de")
        )
    }

    @Test("An app without the feature sends no buttons", arguments: Platform.allCases)
    func feature(_ platform: Platform) throws {
        let row = try #require(MappingCase.all.first { $0.type.actions.count == 5 && $0.platform == platform })
        var catalog = row.catalog
        catalog.features.actions = false
        let without = MappingCase(catalog: catalog, type: row.type, priority: row.priority, platform: platform)
        #expect(try without.message().payload.actions.isEmpty)
    }
}
