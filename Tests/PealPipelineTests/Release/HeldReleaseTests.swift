import PealCore
import PealCrypto
import PealStore
import Testing

@testable import PealPipeline

@Suite("Release of held pushes", .timeLimit(.minutes(15)))
struct HeldReleaseTests {
    @Test("A held push that cannot be read is tried again at its expiry, and then now and then, until it expires")
    func unreadable() async throws {
        try await PipelineWorld.with { world in
            try await world.addPerson("ann")
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
            while try await world.release.round() {}
            #expect(try await world.push(of: "ann") == .hold(until: expiry), "no push is held past its expiry")

            world.clock.set(expiry)
            while try await world.release.round() {}
            let later = expiry + FanOut.mendingTime
            #expect(try await world.push(of: "ann") == .hold(until: later), "not tried again and again immediately")

            world.keyring.install(key, app: "shop", version: 2)
            world.clock.set(later)
            while try await world.release.round() {}
            #expect(try await world.push(of: "ann") == .suppress(.expired))
        }
    }
}
