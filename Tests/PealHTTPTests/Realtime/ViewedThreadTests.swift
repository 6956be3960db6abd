import PealCore
import PealRealtime
import PealSQL
import PealStore
import Testing

@testable import PealHTTP
@testable import PealTesting

@Suite("A push that waits for whoever looks at its thread")
struct ViewedThreadTests {
    /// Where the pushes of the user wait, which was decided while a connection showed their thread.
    private static func waits(_ world: LiveWorld) async throws -> [Duration] {
        try await world.scene.store.waits(of: "a", app: world.app).held.map { $0.until - world.scene.now }
    }

    /// A user with a push that waits 20 seconds for the thread `chat`, and a connection that shows it.
    private static func viewing(_ world: LiveWorld) async throws -> StreamSession {
        let scene = world.scene
        var session = try await world.connect("a", since: nil)
        _ = try await session.obey(Array(#"{"op":"viewing","thread":"chat"}"#.utf8))
        _ = try await scene.store.ensureUser("a", app: world.app, now: scene.now)
        try await scene.accept(scene.submission(.users(["a"])))
        let until = scene.now + .seconds(20)
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID, push: .hold(until: until), thread: "chat")
            new.decision.holdStage = .device
            return new
        }
        return session
    }

    static let acts: [(String, Int64)] = [
        (#"{"op":"viewing","thread":null}"#, 0), (#"{"op":"viewing","thread":"other"}"#, 0),
        (#"{"op":"viewing","thread":"chat"}"#, 20), (#"{"op":"ping"}"#, 20),
    ]

    @Test("goes when the client leaves the thread, and waits while it shows it", arguments: acts)
    func leaves(_ act: String, _ seconds: Int64) async throws {
        let world = try await LiveWorld()
        var session = try await Self.viewing(world)
        #expect(try await Self.waits(world) == [.seconds(20)])
        _ = try await session.obey(Array(act.utf8))
        #expect(try await Self.waits(world) == [.seconds(seconds)])
    }

    @Test("waits on while another connection of the user shows the thread")
    func other() async throws {
        let world = try await LiveWorld()
        var session = try await Self.viewing(world)
        var other: StreamSession? = try await world.connect("a", since: nil)
        _ = try await other?.obey(Array(#"{"op":"viewing","thread":"chat"}"#.utf8))
        _ = try await session.obey(Array(#"{"op":"viewing","thread":null}"#.utf8))
        #expect(try await Self.waits(world) == [.seconds(20)])
        _ = try await other?.obey(Array(#"{"op":"viewing","thread":null}"#.utf8))
        #expect(try await Self.waits(world) == [.zero])
    }

    @Test("goes when the connection ends, however it ends", arguments: [StreamEnd.gone, .restart, .expired])
    func ends(_ reason: StreamEnd) async throws {
        let world = try await LiveWorld()
        var session = try await Self.viewing(world)
        session.subscription.end(reason)
        var output = BreakingOutput(left: .max)
        try await session.run(&output)
        #expect(try await Self.waits(world) == [.zero])
    }

    @Test("goes when the client takes nothing any more")
    func breaks() async throws {
        let world = try await LiveWorld()
        var session = try await Self.viewing(world)
        try await world.read()
        var output = BreakingOutput(left: 0)
        await #expect(throws: BreakingOutput.Broken.self) { try await session.run(&output) }
        #expect(try await Self.waits(world) == [.zero])
    }
}
