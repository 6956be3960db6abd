import PealCore
import PealEngine
import Testing

@Suite("Muting")
struct MuteTests {
    @Test("A mute ends after its time, or with no time never", arguments: [3_600, 86_400, 7 * 86_400, nil] as [Int?])
    func durations(seconds: Int?) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let duration = seconds.map { Duration.seconds($0) }
            let mute = try await world.preferences.mute(.all, for: duration, user: "ann", app: world.app)
            #expect(mute.until == duration.map { world.clock.now + $0 })
            #expect(mute.createdAt == world.clock.now)
            #expect(try await world.view("ann").mutes == [mute])
            world.clock.advance(by: (duration ?? .seconds(400 * 86_400)) - .milliseconds(1))
            #expect(try await world.view("ann").mutes == [mute])
            world.clock.advance(by: .milliseconds(1))
            #expect(try await world.view("ann").mutes == (seconds == nil ? [mute] : []))
        }
    }

    @Test("Another mute of the same scope replaces the first; other scopes stand beside it")
    func scopes() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            func mute(_ scope: Mute.Scope, _ seconds: Int) async throws -> Mute {
                try await world.preferences.mute(scope, for: .seconds(seconds), user: "ann", app: world.app)
            }
            _ = try await mute(.thread("chat-1"), 60)
            let thread = try await mute(.thread("chat-1"), 3_600)
            let other = try await mute(.thread("chat-2"), 60)
            let category = try await mute(.category("status"), 60)
            let all = try await mute(.all, 60)
            #expect(try await world.view("ann").mutes == [thread, other, category, all])
        }
    }

    @Test("A mute more than a user can have is refused; one of a scope that is muted is not (R090)")
    func overTheLimit() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            func mute(_ number: Int, user: UserID = "ann") async throws -> Mute {
                try await world.preferences.mute(.thread("t\(number)"), for: nil, user: user, app: world.app)
            }
            var mutes: [Mute] = []
            for number in 1...200 { mutes.append(try await mute(number)) }
            let refusal = await #expect(throws: MuteLimitReached.self) { try await mute(201) }
            #expect(refusal?.limit == 200)
            #expect(try await world.view("ann").mutes == mutes)
            let again = try await mute(1)
            #expect(try await world.view("ann").mutes == mutes.dropFirst() + [again])
            #expect(try await mute(201, user: "bob").scope == .thread("t201"))
            #expect(try await world.preferences.unmute(again.id, user: "ann", app: world.app))
            #expect(try await mute(201).scope == .thread("t201"))
        }
    }

    @Test("A mute is removed by its user only, once")
    func removed() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let mute = try await world.preferences.mute(.all, for: nil, user: "ann", app: world.app)
            #expect(try await !world.preferences.unmute(mute.id, user: "bob", app: world.app))
            #expect(try await !world.preferences.unmute(mute.id, user: "ann", app: "elsewhere"))
            #expect(try await world.preferences.unmute(mute.id, user: "ann", app: world.app))
            #expect(try await !world.preferences.unmute(mute.id, user: "ann", app: world.app))
            #expect(try await world.view("ann").mutes.isEmpty)
        }
    }
}
