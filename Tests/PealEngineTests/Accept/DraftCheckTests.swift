import PealCore
import Testing

@testable import PealEngine

@Suite("The check of a draft")
struct DraftCheckTests {
    @Test("refuses a type that the catalog has not", arguments: DraftRefusal.types)
    func type(_ refusal: DraftRefusal) throws { try expect(refusal) }

    @Test("refuses variables that do not fit their declarations (R109)", arguments: DraftRefusal.variables)
    func variable(_ refusal: DraftRefusal) throws { try expect(refusal) }

    @Test(
        "refuses entities and transitions that are missing, unknown or break the rules of their type",
        arguments: DraftRefusal.entities
    )
    func entity(_ refusal: DraftRefusal) throws { try expect(refusal) }

    @Test("refuses recipients that the type does not allow", arguments: DraftRefusal.audiences)
    func audience(_ refusal: DraftRefusal) throws { try expect(refusal) }

    @Test("refuses priorities and times that the type does not allow", arguments: DraftRefusal.timing)
    func timing(_ refusal: DraftRefusal) throws { try expect(refusal) }

    @Test("names every problem, and the code of the first")
    func together() throws {
        var scene = try DraftScene()
        scene.draft.entity = EntityRef(type: "car", id: "1")
        scene.draft.data = ["colour": .string("red")]
        scene.draft.priority = "loud"
        scene.draft.audience = .members(MemberQuery(of: .named(DraftScene.order), roles: ["cook"]))
        scene.draft.sendAt = DraftScene.now - .seconds(86_400)
        let problem = try #require(throws: IntakeProblem.self) { _ = try scene.run() }
        #expect(problem.code == .invalid)
        #expect(
            problem.details.map(\.pointer) == [
                "/entity", "/data/item", "/data/colour", "/to/members/role/0", "/priority", "/sendAt",
            ]
        )
    }

    private func expect(_ refusal: DraftRefusal) throws {
        var scene = try DraftScene()
        #expect(try scene.run().trigger.type == "arrived")
        try refusal.change(&scene)
        #expect(throws: IntakeProblem(code: refusal.code, details: refusal.details)) { _ = try scene.run() }
    }
}
