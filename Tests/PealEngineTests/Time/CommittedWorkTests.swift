import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealEngine

/// Nobody but the store wakes a loop here: what is drained was woken by the events of the write.
@Suite("Loops wake by what was committed")
struct CommittedWorkTests {
    /// A quarter to eleven at night, in the quiet hours of the catalog.
    private static let night = PipelineWorld.start + .seconds(30_600)

    /// A write that makes work for a push that waits.
    struct Write: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var run: @Sendable (PipelineWorld) async throws -> Void
    }

    private static let ann: [Write] = [
        Write(testDescription: "quiet hours are switched off") { world in
            _ = try await world.store.updatePreferences(of: "ann", app: "shop", now: world.clock.now) {
                $0.quietHours.enabled = .init(false, at: world.clock.now)
            }
        },
        Write(testDescription: "the quiet hours are those of another zone") { world in
            _ = try await world.store.updatePreferences(of: "ann", app: "shop", now: world.clock.now) {
                $0.quietHours.enabled = .init(false, at: world.clock.now)
                $0.quietHours.timeZone = .init("Asia/Tokyo", at: world.clock.now)
            }
        },
    ]

    @Test("A push that quiet hours hold goes as soon as a user's choice lets it", arguments: ann)
    func held(_ write: Write) async throws {
        try await PipelineWorld.with(clock: VirtualClock(at: Self.night)) { world in
            try await world.addUserWithDevice("ann")
            try await world.running {
                _ = try await world.intake.submit([PipelineWorld.draft("t1")], app: "shop")
                try await world.drain()
                #expect(world.provider.sent.isEmpty)
                try await write.run(world)
                try await world.drain()
                #expect(world.provider.sent.count == 1)
            }
        }
    }

    @Test(
        "A cancelled trigger goes as soon as it is resumed, and a planned one as soon as it is moved to now",
        arguments: [true, false]
    )
    func moved(isCancelled: Bool) async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let (store, now) = (world.store, world.clock.now)
            let moves = TriggerMoves(store: store, catalogs: CatalogRegistry(), zones: { _ in nil }, now: { now })
            try await world.running {
                var draft = PipelineWorld.draft("t1")
                draft.sendAt = now + .seconds(600)
                let accepted = try await world.intake.submit([draft], app: "shop")
                guard case .accepted(let id)? = try accepted.first?.get().acceptance else {
                    return #expect(Bool(false), "\(accepted)")
                }
                try await world.drain()
                #expect(world.provider.sent.isEmpty)
                if isCancelled {
                    _ = try await CancelTriggers(store: store).cancel(id, app: "shop", retracts: false, now: now)
                    _ = try await moves.resume(id, app: "shop", sendAt: now, answer: nil)
                } else {
                    _ = try await moves.reschedule(id, app: "shop", to: now)
                }
                try await world.drain()
                #expect(world.provider.sent.count == 1)
            }
        }
    }

    @Test("Failed deliveries that are sent again wake delivery")
    func redriven() async throws {
        let calls = Mutex(0)
        let answer: @Sendable (PushMessage) async -> SendOutcome = { _ in
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            return number == 1 ? .rejected(reason: "no", scope: .message) : .accepted(receipt: nil)
        }
        try await PipelineWorld.with(answer: answer) { world in
            try await world.addUserWithDevice("ann")
            try await world.running {
                _ = try await world.intake.submit([PipelineWorld.draft("t1")], app: "shop")
                try await world.drain()
                #expect(world.provider.sent.count == 1)
                let queue = QueueKey(app: "shop", provider: .fcm)
                let now = world.clock.now
                let redriven = try await ChangeQueues(store: world.store).redrive(
                    queue,
                    since: now - .seconds(60),
                    now: now
                )
                #expect(redriven == (1, 0))
                try await world.drain()
                #expect(world.provider.sent.count == 2)
            }
        }
    }
}
