import PealCore
import PealSQL
import Testing

@testable import PealEngine

@Suite("Sweeping what expired")
struct SweeperTests {
    @Test("All answers that expired go at once, in bounded steps, however many there are (S16)")
    func answers() async throws {
        try await PipelineWorld.with { world in
            let count = Sweeper.step * 2 + 7
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask {
                        try await world.store.store(
                            StoredAnswer(requestHash: [1], status: 202, body: [1]),
                            under: IdempotencyKey(app: "shop", operation: "POST", key: "k\(number)"),
                            now: world.clock.now
                        )
                    }
                }
                try await group.waitForAll()
            }
            world.clock.advance(by: .seconds(86_400))
            let sweeper = world.engine.sweeper
            var steps = 1
            while case .none = try await sweeper.round() { steps += 1 }
            #expect(steps == 3)
            #expect(try await world.store.sweepExpired(now: world.clock.now, limit: 9) == 0)
        }
    }
}
