import PealCore
import PealSQL
import PealStore
import PealTesting
import Testing

@testable import PealEngine

@Suite("Accepting triggers")
struct TriggerIntakeTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout TriggerDraft) -> Void
        var code: IntakeProblem.Code
        var pointer: String

        init(
            _ name: String,
            _ code: IntakeProblem.Code,
            _ pointer: String,
            _ change: @escaping @Sendable (inout TriggerDraft) -> Void
        ) {
            testDescription = name
            self.code = code
            self.pointer = pointer
            self.change = change
        }
    }

    static let refusals = [
        Refusal("unknown type", .unknownType, "/type") { $0.type = "nothing" },
        Refusal("missing variable (R109)", .missingVariable, "/data/item") { $0.data = [:] },
        Refusal("null is missing", .missingVariable, "/data/item") { $0.data = ["item": .null] },
        Refusal("blank is missing", .missingVariable, "/data/item") { $0.data = ["item": .string(" ")] },
        Refusal("undeclared variable", .unknownVariable, "/data/size") { $0.data["size"] = .integer(1) },
        Refusal("variable of the wrong type", .invalid, "/data/item") { $0.data["item"] = .integer(1) },
        Refusal("audience not allowed (R063)", .audienceNotAllowed, "/to") {
            $0.audience = .members(MemberQuery(of: .itself))
        },
        Refusal("no transition (R154)", .transitionRequired, "/transition") { $0.transition = nil },
        Refusal("entity of an unknown type", .invalid, "/entity") { $0.entity = EntityRef("car/1") },
        Refusal("inline entity of an unknown type", .invalid, "/entities/car~11") {
            if let car = EntityRef("car/1") { $0.entities = [EntityPatch(ref: car)] }
        },
        Refusal("priority where the catalog sets it", .invalid, "/priority") { $0.priority = "high" },
        Refusal("too far ahead", .invalid, "/sendAt") { $0.sendAt = PipelineWorld.start + .seconds(400 * 86_400) },
    ]

    @Test("A draft that breaks a rule is refused, and nothing of it is stored", arguments: refusals)
    func refused(_ example: Refusal) async throws {
        try await PipelineWorld.with { world in
            var draft = PipelineWorld.draft("t1")
            example.change(&draft)
            let results = try await world.intake.submit([draft], app: "shop")
            guard case .failure(let problem) = results[0] else {
                Issue.record("accepted: \(results[0])")
                return
            }
            #expect(problem.code == example.code)
            #expect(problem.details.map(\.pointer).contains(example.pointer))
            #expect(try await world.store.backlog() == 0)
            #expect(try await world.store.entity(EntityRef(type: "order", id: "o1"), app: "shop") == nil)
        }
    }

    @Test("All problems of a draft are told at once")
    func allAtOnce() async throws {
        try await PipelineWorld.with { world in
            let draft = TriggerDraft(type: "shipped", data: ["size": .integer(1)], priority: "high")
            guard case .failure(let problem) = try await world.intake.submit([draft], app: "shop")[0] else {
                Issue.record("accepted")
                return
            }
            #expect(
                Set(problem.details.map(\.pointer)) == [
                    "/data/item", "/data/size", "/priority", "/transition", "/entity",
                ]
            )
        }
    }

    @Test("The same transition twice is one trigger; another is another (R154, R155)")
    func once() async throws {
        try await PipelineWorld.with { world in
            let drafts = [PipelineWorld.draft("t1"), PipelineWorld.draft("t2"), PipelineWorld.draft("t1")]
            let results = try await world.intake.submit(drafts, app: "shop").map { try $0.get().acceptance }
            guard case .accepted(let first) = results[0], case .accepted(let second) = results[1] else {
                Issue.record("\(results)")
                return
            }
            #expect(first != second)
            #expect(results[2] == .duplicate(of: first))
        }
    }

    @Test("A refused draft in a batch keeps no other out")
    func batch() async throws {
        try await PipelineWorld.with { world in
            var bad = PipelineWorld.draft("t1")
            bad.type = "nothing"
            let results = try await world.intake.submit([bad, PipelineWorld.draft("t2")], app: "shop")
            #expect((try? results[0].get()) == nil)
            #expect((try? results[1].get()) != nil)
            #expect(try await world.store.backlog() == 1)
        }
    }

    @Test("Triggers that are planned for later do not fill the backlog")
    func planned() async throws {
        try await PipelineWorld.with(backlog: 5) { world in
            try await inBulk(0..<300) { number in
                var draft = PipelineWorld.draft("later-\(number)")
                draft.sendAt = world.clock.now + .seconds(number < 150 ? 60 : 86_400)
                _ = try await world.intake.submit([draft], app: "shop")[0].get()
            }
            world.clock.advance(by: .seconds(60))
            _ = try await world.fanOut.slice()
            let left = try await world.store.dueCounts(now: world.clock.now, limit: 1_000)
            #expect(left == ["shop": 150 - SlicePace.widest])
            while try await world.fanOut.slice() {}
            _ = try await world.intake.submit([PipelineWorld.draft("now")], app: "shop")[0].get()
        }
    }

    @Test("What was planned and has come due closes intake, also when it is more than a round takes up")
    func plannedAndDue() async throws {
        try await PipelineWorld.with(backlog: 50) { world in
            try await inBulk(0..<150) { number in
                var draft = PipelineWorld.draft("later-\(number)")
                draft.sendAt = world.clock.now + .seconds(60)
                _ = try await world.intake.submit([draft], app: "shop")[0].get()
            }
            world.clock.advance(by: .seconds(60))
            _ = try await world.fanOut.slice()
            let refused = try await world.intake.submit([PipelineWorld.draft("now")], app: "shop")[0]
            #expect(throws: IntakeProblem.self) { try refused.get() }
            while try await world.fanOut.slice() {}
            _ = try await world.intake.submit([PipelineWorld.draft("now")], app: "shop")[0].get()
        }
    }

    @Test("One app's backlog closes no other app's intake; critical types keep a reserve (S1)")
    func backlogPerApp() async throws {
        try await PipelineWorld.with(backlog: 5, apps: ["shop", "farm"]) { world in
            for number in 0..<5 {
                _ = try await world.intake.submit([PipelineWorld.draft("t\(number)")], app: "shop")[0].get()
            }
            let refused = try await world.intake.submit([PipelineWorld.draft("t5")], app: "shop")[0]
            guard case .failure(let problem) = refused else {
                Issue.record("accepted past the bound")
                return
            }
            #expect(problem.code == .backlogFull)
            _ = try await world.intake.submit([PipelineWorld.draft("t0")], app: "farm")[0].get()
            _ = try await world.intake.submit([PipelineWorld.draft("r0", type: "recall")], app: "shop")[0].get()
            let beyond = try await world.intake.submit([PipelineWorld.draft("r1", type: "recall")], app: "shop")[0]
            #expect(throws: IntakeProblem.self) { try beyond.get() }
        }
    }

    @Test("Past its bound intake refuses, until fan-out has caught up")
    func backlogFull() async throws {
        try await PipelineWorld.with(backlog: 5) { world in
            for number in 0..<5 {
                _ = try await world.intake.submit([PipelineWorld.draft("t\(number)")], app: "shop")[0].get()
            }
            let refused = try await world.intake.submit([PipelineWorld.draft("t5")], app: "shop")[0]
            #expect(throws: IntakeProblem.self) { try refused.get() }
            _ = try await world.fanOut.slice()
            _ = try await world.fanOut.slice()
            _ = try await world.intake.submit([PipelineWorld.draft("t5")], app: "shop")[0].get()
        }
    }

    @Test("A dry run decides and stores nothing")
    func dryRun() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let answer = try await world.intake.dryRun(PipelineWorld.draft("t1"), app: "shop").get()
            #expect(answer.decisions.map(\.user) == ["ann"])
            #expect(answer.decisions[0].decision.verdict == .notified)
            #expect(answer.decisions[0].content.text.body == "Lamp is on its way")
            #expect(try await world.store.backlog() == 0)
        }
    }
}
