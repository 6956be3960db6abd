import PealCore
import PealSQL
import PealStore
import PealTesting
import Testing

@testable import PealEngine

@Suite("Release of held pushes")
struct ReleasePaceTests {
    private let start = Timestamp(seconds: 1_000_000)

    @Test("a second has its share, and the next one a new one")
    func share() {
        let pace = ReleasePace(share: 10)
        #expect(pace.room(of: "shop", at: start) == 10)
        pace.count(7, of: "shop")
        #expect(pace.room(of: "shop", at: start + .milliseconds(999)) == 3)
        pace.count(3, of: "shop")
        #expect(pace.room(of: "shop", at: start) == 0)
        #expect(pace.room(of: "farm", at: start) == 10, "each app has its own")
        #expect(pace.room(of: "shop", at: start + .seconds(1)) == 10)
    }

    @Test("what is moved takes seconds that nothing was moved to")
    func take() {
        let pace = ReleasePace(share: 10)
        #expect(pace.take(25, of: "shop", at: start) == start + .seconds(1))
        #expect(pace.take(10, of: "shop", at: start) == start + .seconds(4))
        #expect(pace.take(1, of: "shop", at: start + .seconds(60)) == start + .seconds(61))
    }

    /// Decides what is due: every push is held.
    private func hold(_ world: PipelineWorld, until instant: Timestamp) async throws {
        while let due = try await world.store.dueTriggers(now: world.clock.now, limit: 1).first {
            let page = try await world.store.recipients(of: due, ownedTypes: [], limit: 500)
            try await world.store.commit([
                FanOutPage(
                    trigger: due,
                    notifications: page.recipients.map { world.held($0.userID, until: instant) },
                    cursor: page.recipients.last?.userID,
                    isLast: page.isLast
                )
            ])
        }
    }

    @Test("what one app held delays no other app's pushes (S1)")
    func otherApp() async throws {
        try await PipelineWorld.with(apps: ["farm", "shop"]) { world in
            let eight = world.clock.now + .seconds(3_600)
            let users: [AppID: Int] = ["farm": 1_500, "shop": 3]
            for (app, count) in users {
                try await world.addUsers(count, app: app)
                var draft = PipelineWorld.draft("t1")
                draft.audience = .all
                _ = try await world.intake.submit([draft], app: app)
            }
            try await hold(world, until: eight)
            world.clock.set(eight)
            _ = try await world.releaseSlice()
            #expect(try await world.store.dueHeld(of: "shop", now: eight, limit: 10).isEmpty, "in the first round")
            while try await world.releaseSlice() {}
            // The second's share of the one app is used up, and the rest moved on: the other app's are not.
            let late = world.clock.now + .milliseconds(500)
            var draft = PipelineWorld.draft("t2")
            draft.audience = .users(["p0"])
            _ = try await world.intake.submit([draft], app: "shop")
            let due = try #require(try await world.store.dueTriggers(now: world.clock.now, limit: 1).first)
            try await world.store.commit([
                FanOutPage(trigger: due, notifications: [world.held("p0", until: late)], cursor: "p0", isLast: true)
            ])
            world.clock.set(late)
            _ = try await world.releaseSlice()
            #expect(try await world.store.dueHeld(of: "shop", now: late + .seconds(60), limit: 10).isEmpty)
        }
    }

    @Test("eight o'clock for 2,300 users is no spike: not more than a thousand a second, and everyone gets it")
    func spike() async throws {
        try await PipelineWorld.with { world in
            let users = 2_300
            try await world.addUsers(users)
            let eight = world.clock.now + .seconds(3_600)
            var draft = PipelineWorld.draft("t1")
            draft.audience = .all
            _ = try await world.intake.submit([draft], app: "shop")
            try await hold(world, until: eight)
            world.clock.set(eight)
            var released: [Int] = []
            while let next = try await world.store.nextDue(after: world.clock.now - .milliseconds(1)),
                released.count < 10
            {
                world.clock.set(max(next, world.clock.now))
                let before = try await world.store.dueHeld(now: .init(seconds: 4_000_000_000), limit: users).count
                while try await world.releaseSlice() {}
                let after = try await world.store.dueHeld(now: .init(seconds: 4_000_000_000), limit: users).count
                released.append(before - after)
                world.clock.advance(by: .milliseconds(1))
            }
            #expect(released == [1_000, 1_000, 300])
        }
    }
}
