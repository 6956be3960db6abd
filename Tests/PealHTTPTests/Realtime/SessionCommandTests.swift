import PealCore
import PealEngine
import PealWire
import Testing

@testable import PealHTTP
@testable import PealTesting

@Suite("What a client asks for on a live connection")
struct SessionCommandTests {
    private static func text(_ frames: [StreamFrame]?) -> [String] {
        (frames ?? []).compactMap(SocketOutput.text).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("viewing says which thread the user looks at, as long as the connection lives")
    func viewing() async throws {
        let world = try await LiveWorld()
        var session: StreamSession? = try await world.connect("a", since: nil)
        let other = try await world.connect("a", since: nil)
        #expect(world.engine.views.shown(to: "a", app: world.app).isEmpty)
        let answer = try await session?.obey(Array(#"{"op":"viewing","thread":"chat/1"}"#.utf8))
        #expect(Self.text(answer) == [#"{"op":"viewing","thread":"chat/1"}"#])
        #expect(world.engine.views.shown(to: "a", app: world.app) == ["chat/1"])
        #expect(world.engine.views.shown(to: "b", app: world.app).isEmpty)
        _ = try await session?.obey(Array(#"{"op":"viewing","thread":"chat/2"}"#.utf8))
        #expect(world.engine.views.shown(to: "a", app: world.app) == ["chat/2"])
        _ = try await session?.obey(Array(#"{"op":"viewing","thread":null}"#.utf8))
        #expect(world.engine.views.shown(to: "a", app: world.app).isEmpty)
        _ = try await session?.obey(Array(#"{"op":"viewing","thread":"chat/3"}"#.utf8))
        session = nil
        #expect(world.engine.views.shown(to: "a", app: world.app).isEmpty, "the connection is closed")
        withExtendedLifetime(other) {}
    }

    static let refusals: [(String, String?)] = [
        (#"{"op":"subscribe","channel":"news"}"#, "/channel"), (#"{"op":"subscribe"}"#, "/channel"),
        (#"{"op":"subscribe","channel":7}"#, "/channel"), (#"{"op":"subscribe","channel":""}"#, "/channel"),
        (#"{"op":"unsubscribe","channel":"news"}"#, "/channel"), (#"{"op":"sing"}"#, "/op"),
        (#"{"op":"token"}"#, "/jwt"), (#"{"op":"token","jwt":"x"}"#, nil), (#"{"op":"viewing","thread":1}"#, "/thread"),
    ]

    @Test("what cannot be done is answered with an error, and the connection goes on", arguments: refusals)
    func refused(_ text: String, _ pointer: String?) async throws {
        let world = try await LiveWorld()
        var session = try await world.connect("a", since: nil)
        let answers = Self.text(try await session.obey(Array(text.utf8)))
        let answer = try JSONParser.parse(Array(try #require(answers.first).utf8)).object
        #expect(answer?["op"] == .string("error"))
        #expect(answer?["pointer"]?.string == pointer)
    }

    @Test(
        "what is no message ends it",
        arguments: ["", "x", "[]", "7", "{}", #"{"op":7}"#, "{\"op\":\"\u{0}\"", "\u{FEFF}"]
    )
    func malformed(_ text: String) async throws {
        let world = try await LiveWorld()
        var session = try await world.connect("a", since: nil)
        #expect(try await session.obey(Array(text.utf8)) == nil)
    }

    @Test("a badge that was on its way when the connection broke is sent when the client is back")
    func lostBadge() async throws {
        let world = try await LiveWorld()
        try await world.scene.user("a")
        var session = try await world.connect("a", since: nil)
        try await world.read()
        var output = BreakingOutput(left: .max)
        try await session.deliver(&output)
        try await world.scene.notify(["a"]) { _ in (.show, .suppress(.noDevice)) }
        try await world.read()
        var broken = BreakingOutput(left: 1)
        await #expect(throws: BreakingOutput.Broken.self) { try await session.deliver(&broken) }
        guard case .message(let created)? = broken.frames.last else { return #expect(Bool(false), "nothing was sent") }
        #expect(created.kind == .notificationCreated)
        var again = try await world.connect("a", since: created.cursor)
        output.frames = []
        try await again.deliver(&output)
        let messages = output.frames.compactMap { if case .message(let message) = $0 { message } else { nil } }
        #expect(messages.map(\.kind) == [.badgeChanged])
        #expect(messages.first.map { String(decoding: $0.data, as: UTF8.self).contains(#""count":1"#) } ?? false)
    }

    @Test("a channel that is ended sends nothing more, and can be followed again from its cursor")
    func unsubscribe() async throws {
        let world = try await LiveWorld()
        try await world.scene.user("a")
        var session = try await world.connect("a", since: nil)
        try await world.read()
        var output = BreakingOutput(left: .max)
        try await session.deliver(&output)
        guard case .message(let badge)? = output.frames.last else { return #expect(Bool(false), "no badge") }
        #expect(Self.text(try await session.obey(Array(#"{"op":"unsubscribe","channel":"inbox"}"#.utf8))).count == 1)
        try await world.scene.notify(["a"]) { _ in (.show, .suppress(.noDevice)) }
        try await world.read()
        output.frames = []
        try await session.deliver(&output)
        #expect(output.frames.isEmpty)
        let again = #"{"op":"subscribe","channel":"inbox","since":"\#(badge.cursor)"}"#
        #expect(try await session.obey(Array(again.utf8)) == [])
        try await session.deliver(&output)
        let kinds = output.frames.compactMap { if case .message(let message) = $0 { message.kind } else { nil } }
        #expect(kinds.contains(.notificationCreated) && !kinds.contains(.resync))
    }
}
