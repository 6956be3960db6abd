import PealCore
import PealSQL
import PealTesting
import Testing

@testable import PealEngine

@Suite("Fan-out")
struct FanOutLoopTests {
    @Test("A large audience is decided in pages, each user once, and resumes where it stopped")
    func pages() async throws {
        try await PipelineWorld.with { world in
            try await world.addUsers(1_203)
            var draft = PipelineWorld.draft("t1")
            draft.audience = .all
            let id = try await world.accepted(draft)[0]
            var rounds = 0
            while try await world.fanOut.slice() {
                rounds += 1
                let seen = try #require(try await world.store.trigger(id, app: "shop")).recipients
                #expect(seen == min(rounds * 500, 1_203))
            }
            let report = try #require(try await world.store.trigger(id, app: "shop"))
            #expect(rounds == 3 && report.recipients == 1_203)
            // Nobody has a device: the inbox row is all they get.
            #expect(report.verdicts[.notified] == 1_203 && report.status == .done)
        }
    }

    @Test("Who is named and not there has a decision too, also of a type that is switched off")
    func strangerOfPausedType() async throws {
        try await PipelineWorld.with { world in
            let draft = TriggerDraft(type: "paused", audience: .users(["stranger"]))
            let id = try await world.accepted(draft)[0]
            _ = try await world.decisions.round()
            let report = try #require(try await world.store.trigger(id, app: "shop"))
            #expect(report.recipients == 1 && report.suppressed == [.typeDisabled: 1])
        }
    }

    @Test("A long audience does not starve a short one")
    func fairness() async throws {
        try await PipelineWorld.with { world in
            try await world.addUsers(900)
            var long = PipelineWorld.draft("t1")
            long.audience = .all
            var short = PipelineWorld.draft("t2")
            short.audience = .users(["p1"])
            let id = try await world.accepted(long, short)[1]
            _ = try await world.fanOut.slice()
            #expect(try await world.store.trigger(id, app: "shop")?.status == .done)
        }
    }
}

@Suite("Triggers that cannot be read")
struct UnreadableTriggerTests {
    @Test("One whose data does not open waits, and keeps no other waiting")
    func postponed() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let id: TriggerID = TriggerID(UUIDv7(milliseconds: 1, random: (0, 1)))
            let damaged = TriggerSubmission(
                trigger: Trigger(
                    id: id,
                    app: "shop",
                    type: "shipped",
                    audience: .users(["ann"]),
                    data: [:],
                    dueAt: world.clock.now,
                    acceptedAt: world.clock.now,
                    catalogVersion: 1
                ),
                sealedData: [1, 2, 3],
                entities: [],
                claim: nil
            )
            _ = try await world.store.accept([damaged], answer: nil)
            let other = try await world.accepted(PipelineWorld.draft("t1"))[0]
            _ = try await world.fanOut.slice()
            #expect(try await world.store.trigger(other, app: "shop")?.recipients == 1)
            // The next round finds nothing due: it rests in place of spinning.
            guard try await !world.fanOut.slice() else {
                Issue.record("the loop spins")
                return
            }
            #expect(world.metrics.loopErrors.count == 1)
            world.clock.advance(by: .seconds(300))
            _ = try await world.fanOut.slice()
            #expect(world.metrics.loopErrors.count == 2)
        }
    }
}

extension PipelineWorld {
    /// Submits drafts that have to be accepted.
    fileprivate func accepted(_ drafts: TriggerDraft...) async throws -> [TriggerID] {
        let acceptances = try await intake.submit(drafts, app: "shop").map { try $0.get().acceptance }
        let ids = acceptances.compactMap { if case .accepted(let id) = $0 { id } else { nil } }
        try #require(ids.count == drafts.count, "\(acceptances)")
        return ids
    }
}
