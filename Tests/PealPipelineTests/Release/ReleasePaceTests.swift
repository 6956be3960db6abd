import PealCore
import PealSQLite
import PealStore
import Testing

@testable import PealPipeline

@Suite("Release of held pushes", .timeLimit(.minutes(15)))
struct ReleasePaceTests {
    private let start = Timestamp(seconds: 1_000_000)

    @Test("a second has its share, and the next one a new one")
    func share() {
        let pace = ReleasePace(share: 10)
        #expect(pace.room(at: start) == 10)
        pace.count(7)
        #expect(pace.room(at: start + .milliseconds(999)) == 3)
        pace.count(3)
        #expect(pace.room(at: start) == 0)
        #expect(pace.room(at: start + .seconds(1)) == 10)
    }

    @Test("what is moved takes seconds that nothing was moved to")
    func take() {
        let pace = ReleasePace(share: 10)
        #expect(pace.take(25, at: start) == start + .seconds(1))
        #expect(pace.take(10, at: start) == start + .seconds(4))
        #expect(pace.take(1, at: start + .seconds(60)) == start + .seconds(61))
    }

    @Test("eight o'clock for 2,300 people is no spike: not more than a thousand a second, and everyone gets it")
    func spike() async throws {
        try await PipelineWorld.with { world in
            let people = 2_300
            for number in 0..<people {
                let user = UserID("p\(number)")
                _ = try await world.store.putUser(
                    User(id: user, createdAt: world.clock.now, updatedAt: world.clock.now),
                    app: "shop"
                )
            }
            let eight = world.clock.now + .seconds(3_600)
            var draft = PipelineWorld.draft("t1")
            draft.audience = .all
            _ = try await world.intake.submit([draft], app: "shop")
            while let due = try await world.store.dueTriggers(now: world.clock.now, limit: 1).first {
                let page = try await world.store.recipients(of: due, ownedTypes: [], limit: 500)
                try await world.store.commit([
                    DecidedPage(
                        trigger: due,
                        notifications: page.recipients.map { world.held($0.userID, until: eight) },
                        cursor: page.recipients.last?.userID,
                        isLast: page.isLast
                    )
                ])
            }
            world.clock.set(eight)
            var released: [Int] = []
            while let next = try await world.store.nextDue(after: world.clock.now - .milliseconds(1)),
                released.count < 10
            {
                world.clock.set(max(next, world.clock.now))
                let before = try await world.store.dueHeld(now: .init(seconds: 4_000_000_000), limit: people).count
                while try await world.release.round() {}
                let after = try await world.store.dueHeld(now: .init(seconds: 4_000_000_000), limit: people).count
                released.append(before - after)
                world.clock.advance(by: .milliseconds(1))
            }
            #expect(released == [1_000, 1_000, 300])
        }
    }
}
