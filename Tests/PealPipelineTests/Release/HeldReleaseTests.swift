import PealCore
import PealSQLite
import PealStore
import Testing

@testable import PealPipeline

@Suite("Releasing of held pushes", .timeLimit(.minutes(15)))
struct HeldReleaseTests {
    @Test(
        "R165: one that was read before its release says so at the stage that held it",
        arguments: [Stage.device, .throttle, .quietHours]
    )
    func resolved(_ stage: Stage) async throws {
        try await PipelineWorld.with { world in
            try await world.addPerson("ann")
            _ = try await world.intake.submit([PipelineWorld.draft("t1")], app: "shop")
            let due = try #require(try await world.store.dueTriggers(now: world.clock.now, limit: 1).first)
            var new = world.held("ann", until: world.clock.now)
            new.decision.holdStage = stage
            // An alert stays until it is acknowledged: reading it does not take its push back, its release does.
            new.decision.isAlert = true
            new.decision.trace = Trace([Trace.Step(stage, .hold)])
            try await world.store.commit([
                DecidedPage(trigger: due, notifications: [new], cursor: "ann", isLast: true)
            ])

            _ = try await world.store.mark(new.id, of: "ann", app: "shop", as: .read, now: world.clock.now)
            let held = try await world.store.dueHeld(now: world.clock.now, limit: 9)
            #expect(held.map(\.isResolved) == [true])
            _ = try await world.release.round()

            let filter = DecisionFilter(user: "ann")
            let record = try await world.store.decisions(app: "shop", filter: filter, page: PageRequest(limit: 1)).items
            #expect(record.first?.push == .suppress(.resolvedElsewhere))
            #expect(record.first?.trace.steps == [.init(stage, .hold), .init(stage, .release, .resolvedElsewhere)])
        }
    }
}
