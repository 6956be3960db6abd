import PealCore
import Testing

@testable import PealCommands

@Suite("What the function of a type takes")
struct ClientFunctionTests {
    @Test(
        "variables are required unless the catalog says that they may be left out",
        arguments: [
            ("{a: {type: integer, example: 1}}", true),
            ("{a: {type: integer, example: 1, optional: true}}", false),
            ("{a: {type: string, example: x, optional: true, default: {en: y}}}", false),
            ("{a: {type: string, example: x, from: other.name}}", false),
        ]
    )
    func required(_ data: String, isRequired: Bool) throws {
        #expect(try GenerateFixture(data: data).parameter("a")?.isRequired == isRequired)
    }

    @Test("what is required comes first, and each part keeps the order of the catalog")
    func order() throws {
        let data = "{z: {type: date, example: '2026-11-20', optional: true}, b: {type: date, example: '2026-11-20'}}"
        let names = try GenerateFixture(data: data).function().parameters.map(\.name)
        #expect(names.starts(with: ["to", "b", "entity", "z", "entities"]))
    }

    @Test(
        "the audience is what the type allows",
        arguments: [
            ("audience: {allow: [users]}", [AudienceKind.users], true),
            ("audience: {allow: [users, all]}", [.all, .users], true),
            ("audience: {default: owner, allow: [owner]}", [.owner], false),
            ("audience: {default: {members: {of: self}}, allow: [users, members]}", [.members, .users], false),
        ]
    )
    func audience(_ type: String, kinds: [AudienceKind], isRequired: Bool) throws {
        let parameter = try #require(try GenerateFixture(type: type).parameter("to"))
        #expect(parameter.kind == .audience(kinds))
        #expect(parameter.isRequired == isRequired)
    }

    @Test(
        "the entity is required where every trigger without it is rejected",
        arguments: [
            ("audience: {allow: [users]}", false),
            ("audience: {allow: [users]}\n    requires: {entity: known}", true),
            ("audience: {allow: [users]}\n    thread: \"ride/{{entityId}}\"", true),
            ("audience: {default: owner, allow: [owner]}", true),
            ("audience: {default: owner, allow: [owner, users]}", false),
        ]
    )
    func entity(_ type: String, isRequired: Bool) throws {
        #expect(try GenerateFixture(type: type).parameter("entity")?.isRequired == isRequired)
    }

    @Test("an app without entity types has no entities in any function")
    func noEntities() throws {
        let fixture = GenerateFixture(type: "audience: {allow: [users, members]}", entities: "{}")
        let parameters = try fixture.function().parameters
        #expect(!parameters.contains { $0.kind == .entity || $0.kind == .entities })
        #expect(parameters.contains { $0.kind == .audience([.users]) })
        for language in ClientLanguage.allCases { #expect(!(try fixture.text(language)).contains("EntityRef")) }
    }

    @Test(
        "a transition is for types that read one, a priority where a trigger may set it, a time without a schedule"
    )
    func options() throws {
        let plain = try GenerateFixture().function().parameters.map(\.name)
        #expect(Set(plain).isDisjoint(with: ["transition", "priority"]))
        #expect(Set(plain).isSuperset(of: ["sendAt", "sendAtLocal", "cancelKey", "idempotencyKey", "actor"]))
        let once = GenerateFixture(type: "audience: {allow: [users]}\n    once: transition\n    priority: variable")
        #expect(try once.parameter("transition")?.isRequired == true)
        #expect(try once.parameter("priority")?.isRequired == false)
        let scheduled = GenerateFixture(
            type: "audience: {default: owner, allow: [owner]}\n    schedule: {entity: ride, at: startsAt, offset: 1h}",
            data: "{}",
            entities: "{ride: {times: [startsAt]}}"
        )
        #expect(try scheduled.parameter("sendAt") == nil)
        #expect(try scheduled.parameter("sendAtLocal") == nil)
    }

    @Test("priorities are the standard ones and the app's own words for them")
    func priorities() throws {
        let catalog = try GenerateFixture(more: "priorityAliases: {HIGH: high, urgent: high, general: normal}")
            .catalog()
        let description = ClientDescription(catalog, hash: "")
        #expect(description.priorities == ["critical", "high", "normal", "low", "general", "urgent"])
    }
}
