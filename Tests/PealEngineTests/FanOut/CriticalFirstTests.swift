import PealCore
import Synchronization
import Testing

@testable import PealEngine

@Suite("A critical trigger among releases and closings (S1)")
struct CriticalFirstTests {
    /// What a transaction of the deciding loop was about.
    enum Step: Equatable {
        case fanOut(TriggerID)
        case release
        case closing
        case other

        init(_ groups: [ChangeGroup]) {
            self =
                switch groups.first?.changes.first {
                case .moveFanOut(let id, _): .fanOut(id)
                case .redecide: .release
                case .closeWindow: .closing
                default: .other
                }
        }
    }

    @Test("It waits for the end of one slice at most, whatever step that belongs to")
    func oneSlice() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let due = world.clock.now + .seconds(60)
            _ = try await world.intake.submit([PipelineWorld.draft("t1")], app: "shop")
            try await world.commitDue { world.held($0, until: due) }
            _ = try await world.intake.submit([PipelineWorld.draft("t2")], app: "shop")
            try await world.commitDue { user in
                var new = world.held(user, until: due)
                new.decision.push = .digest(until: due)
                new.decision.digestWindow = DigestWindowKey(key: "digest:shipped:", closesAt: due)
                return new
            }
            world.clock.set(due)
            let steps = Mutex<[Step]>([])
            let alerts = Mutex<[TriggerID]>([try await Self.alert("a1", world)])
            let store = DamagedStore(whole: world.store, damaged: "nobody") { groups in
                steps.withLock { $0.append(Step(groups)) }
                // Another one arrives while the held push is released.
                guard Step(groups) == .release else { return }
                let next = try await Self.alert("a2", world)
                alerts.withLock { $0.append(next) }
            }
            _ = try await world.decisions(on: store).round()
            let ids = alerts.withLock(\.self)
            #expect(ids.count == 2)
            #expect(steps.withLock(\.self) == [.fanOut(ids[0]), .release, .fanOut(ids[1]), .closing])
        }
    }

    private static func alert(_ transition: String, _ world: PipelineWorld) async throws -> TriggerID {
        let answers = try await world.intake.submit([PipelineWorld.draft(transition, type: "recall")], app: "shop")
        guard case .accepted(let id) = try answers[0].get().acceptance else { throw CancellationError() }
        return id
    }
}
