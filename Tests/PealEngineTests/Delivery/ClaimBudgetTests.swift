import PealCore
import PealSQL
import PealStore
import Testing

@testable import PealEngine

@Suite("Slots by app")
struct ClaimBudgetTests {
    @Test("An app never has more in flight than its part, however much of it is due")
    func perApp() async throws {
        try await PipelineWorld.with { world in
            for number in 0..<6 { try await world.addUserWithDevice("p\(number)") }
            var draft = PipelineWorld.draft("t1")
            draft.audience = .all
            _ = try await world.intake.submit([draft], app: "shop")[0].get()
            _ = try await world.fanOut.slice()
            let epoch = try await world.store.beginEpoch()
            func claim(_ inFlight: Int) async throws -> Int {
                try await world.store.claim(
                    now: world.clock.now,
                    budget: ClaimBudget(
                        total: QueueCapacity(critical: 10, ordinary: 10),
                        perApp: QueueCapacity(critical: 3, ordinary: 3),
                        inFlight: ["shop": inFlight],
                        perQueue: QueueCapacity(critical: 10, ordinary: 10)
                    ),
                    epoch: epoch
                ).count
            }
            #expect(try await claim(3) == 0)
            #expect(try await claim(2) == 1)
            #expect(try await claim(0) == 3)
            #expect(try await claim(0) == 2)
        }
    }

    @Test("A broadcast never takes the slots that are kept for critical deliveries")
    func reserve() async throws {
        try await PipelineWorld.with { world in
            for number in 0..<6 { try await world.addUserWithDevice("p\(number)") }
            for (transition, type) in [("t1", "shipped"), ("t2", "recall")] as [(String, TypeID)] {
                var draft = PipelineWorld.draft(transition, type: type)
                draft.audience = .all
                _ = try await world.intake.submit([draft], app: "shop")[0].get()
            }
            _ = try await world.fanOut.slice()
            let epoch = try await world.store.beginEpoch()
            let queue = QueueKey(app: "shop", provider: .fcm)
            func claim(_ room: QueueCapacity) async throws -> [Priority] {
                let wide = QueueCapacity(critical: 100, ordinary: 100)
                let budget = ClaimBudget(total: wide, perApp: wide, queues: [queue: room], perQueue: wide)
                return try await world.store.claim(now: world.clock.now, budget: budget, epoch: epoch).map(
                    \.notification.priority
                )
            }
            #expect(try await claim(QueueCapacity(critical: 3, ordinary: 0)) == [.critical, .critical, .critical])
            #expect(
                try await claim(QueueCapacity(critical: 5, ordinary: 4)) == [
                    .critical, .critical, .critical, .normal,
                ]
            )
        }
    }
}
