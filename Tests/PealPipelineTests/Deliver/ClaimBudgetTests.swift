import PealCore
import PealSQLite
import PealStore
import Testing

@testable import PealPipeline

@Suite("Slots by app", .timeLimit(.minutes(1)))
struct ClaimBudgetTests {
    @Test("An app never has more in flight than its part, however much of it is due")
    func perApp() async throws {
        try await PipelineWorld.with { world in
            for number in 0..<6 { try await world.addPerson("p\(number)") }
            var draft = PipelineWorld.draft("t1")
            draft.audience = .all
            _ = try await world.intake.submit([draft], app: "shop")[0].get()
            _ = try await world.fanOut.round()
            let epoch = try await world.store.beginEpoch()
            func claim(_ inFlight: Int) async throws -> Int {
                try await world.store.claim(
                    now: world.clock.now,
                    budget: ClaimBudget(total: 10, perApp: 3, inFlight: ["shop": inFlight]),
                    epoch: epoch
                ).count
            }
            #expect(try await claim(3) == 0)
            #expect(try await claim(2) == 1)
            #expect(try await claim(0) == 3)
            #expect(try await claim(0) == 2)
        }
    }
}
