import PealCore
import PealCrypto
import PealSQL
import PealStore
import PealTesting
import Testing

@testable import PealEngine

@Suite("Release of held pushes")
struct HeldReleaseTests {
    @Test("A held push that cannot be read is tried again at its expiry, and then now and then, until it expires")
    func unreadable() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let key = DataKey.generate()
            let elsewhere = Keyring()
            elsewhere.install(key, app: "shop", version: 2)
            try await world.acceptSealed(by: elsewhere, for: .users(["ann"]))
            let first = world.clock.now + .seconds(60)
            let expiry = first + .seconds(100)
            try await world.commitDue { user in
                var new = world.held(user, until: first)
                new.expiresAt = expiry
                return new
            }

            world.clock.set(first)
            while try await world.releaseSlice() {}
            #expect(try await world.push(of: "ann") == .hold(until: expiry), "no push is held past its expiry")

            world.clock.set(expiry)
            while try await world.releaseSlice() {}
            let later = expiry + FanOut.mendingTime
            #expect(try await world.push(of: "ann") == .hold(until: later), "not tried again and again immediately")

            world.keyring.install(key, app: "shop", version: 2)
            world.clock.set(later)
            while try await world.releaseSlice() {}
            #expect(try await world.push(of: "ann") == .suppress(.expired))
        }
    }

    @Test(
        "R165: one that was read before its release says so at the stage that held it",
        arguments: [Stage.device, .throttle, .quietHours]
    )
    func resolved(_ stage: Stage) async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            _ = try await world.intake.submit([PipelineWorld.draft("t1")], app: "shop")
            let due = try #require(try await world.store.dueTriggers(now: world.clock.now, limit: 1).first)
            var new = world.held("ann", until: world.clock.now)
            new.decision.holdStage = stage
            // An alert stays until it is acknowledged: reading it does not take its push back, its release does.
            new.decision.isAlert = true
            new.decision.trace = Trace([Trace.Step(stage, .hold)])
            try await world.store.commit([
                FanOutPage(trigger: due, notifications: [new], cursor: "ann", isLast: true)
            ])

            _ = try await world.store.mark(new.id, of: "ann", app: "shop", as: .read, now: world.clock.now)
            let held = try await world.store.dueHeld(now: world.clock.now, limit: 9)
            #expect(held.map(\.relevance.isRead) == [true])
            _ = try await world.releaseSlice()

            let filter = DecisionFilter(user: "ann")
            let record = try await world.store.decisions(app: "shop", filter: filter, page: PageRequest(limit: 1)).items
            #expect(record.first?.push == .suppress(.resolvedElsewhere))
            #expect(record.first?.trace.steps == [.init(stage, .hold), .init(stage, .release, .resolvedElsewhere)])
        }
    }
}
