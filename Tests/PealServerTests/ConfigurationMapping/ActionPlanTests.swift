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

    @Test(
        "A group takes one of Android's three places; other platforms show its actions one by one",
        arguments: [
            (Platform.android, ["a", "g", "g", "g", "b"], 5), (.android, ["g", "a", "g", "b", "g"], 5),
            (.android, ["a", "g", "g", "b", "c"], 3), (.android, ["g", "g", "h", "h", "k", "k"], 6),
            (.android, ["g", "h", "k", "l"], 2), (.web, ["g", "g", "g"], 2), (.ios, ["g", "g", "g", "g", "g", "g"], 6),
        ]
    )
    func groups(platform: Platform, groups: [String], buttons: Int) {
        let actions = groups.enumerated().map { index, group in
            PushPayload.Action(
                id: "a\(index)",
                title: "A",
                kind: "quick-reply",
                group: ["g", "h", "k", "l"].contains(group) ? group : nil
            )
        }
        let planned = ActionPlan(platform: platform).plan(actions)
        #expect(planned.map(\.id) == actions.map(\.id))
        #expect(planned.map(\.group) == actions.map(\.group))
        #expect(planned.count { $0.place == nil } == buttons)
    }

    @Test("The five answers to when one arrives are planned by their importance", arguments: Platform.allCases)
    func arrival(_ platform: Platform) throws {
        let row = try #require(
            MappingCase.all.first { $0.type.actions.count == 5 && $0.platform == platform && $0.catalog.app == "gss" }
        )
        let planned = try row.message().payload.actions
        #expect(planned.map(\.id) == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"])
        // Three of them are one button on Android.
        #expect(planned.count { $0.place == nil } == (platform == .web ? 2 : 5))
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
