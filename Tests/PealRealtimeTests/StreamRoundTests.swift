import PealCore
import Testing

@testable import PealRealtime

@Suite("Connections that wait are written to by the hub")
struct StreamRoundTests {
    private struct Unreadable: Error {}

    private static func read(_ user: UserID) -> Event { Event(.notificationRead, app: "app", user: user) }

    /// A connection of `a` that has everything and waits.
    private static func waiting(_ scene: HubScene, _ sink: RecordingSink) async throws -> StreamSubscription {
        let anna = try scene.connect("a")
        try await scene.read()
        _ = anna.take()
        _ = await anna.next()
        anna.rest(sink)
        return anna
    }

    @Test("each is sent its user's events once, and goes on from there")
    func sent() async throws {
        let scene = HubScene(news: { EventNews.of($0) })
        let sinks = [RecordingSink(), RecordingSink()]
        let open = [try await Self.waiting(scene, sinks[0]), try await Self.waiting(scene, sinks[1])]
        scene.log.commit(Self.read("b"), Self.read("a"), Self.read("a"))
        scene.log.commit(Self.read("b"))
        try await scene.read()
        for (anna, sink) in zip(open, sinks) {
            #expect(sink.received.value.map(\.next) == [EventCursor(row: 1, index: 2), EventCursor(row: 2)])
            anna.resume()
            #expect(anna.end == EventCursor(row: 3))
            #expect(anna.take()?.isEmpty ?? false)
        }
    }

    @Test("an idle one keeps up with what concerns others, however much that is")
    func idle() async throws {
        let scene = HubScene(limits: StreamLimits(events: 3), news: { EventNews.of($0) })
        let anna = try await Self.waiting(scene, RecordingSink())
        _ = try scene.connect("b")
        for _ in 0..<9 { scene.log.commit(Self.read("b")) }
        try await scene.read()
        anna.resume()
        #expect(anna.take()?.lost == [])
    }

    static let refusals: [(name: String, news: HubScene.News, events: Int, isReady: Bool)] = [
        ("the client takes nothing", { EventNews.of($0) }, 1, false),
        ("the news cannot be read", { _ in throw Unreadable() }, 1, true),
        ("the news are left to the connection", { $0.map { _ in nil } }, 1, true),
        ("there are too many events", { EventNews.of($0) }, StreamRound.limit + 1, true),
    ]

    @Test("it takes by itself when the hub cannot write", arguments: refusals.indices)
    func refused(_ index: Int) async throws {
        let (name, news, count, isReady) = Self.refusals[index]
        let scene = HubScene(news: news)
        let sink = RecordingSink()
        let anna = try await Self.waiting(scene, sink)
        sink.ready.value = isReady
        scene.log.commit(Self.read("a"))
        for _ in 1..<count { scene.log.commit(Self.read("a")) }
        try await scene.read()
        sink.ready.value = true
        scene.log.commit(Self.read("a"))
        try await scene.read()
        #expect(sink.received.value.isEmpty, "\(name)")
        #expect(await anna.next().hasNews, "\(name)")
        #expect(anna.take(limit: 999)?.events.count == count + 1, "\(name)")
    }

    @Test("one that resumes while the news are read takes the events by itself, and is not sent them again")
    func resumed() async throws {
        let found = Shared<(StreamSubscription, RecordingSink)?>(nil)
        let taken = Shared<[StreamBatch?]>([])
        let scene = HubScene(news: { rounds in
            guard let (anna, sink) = found.value else { return EventNews.of(rounds) }
            anna.resume()
            taken.value.append(anna.take())
            anna.rest(sink)
            return EventNews.of(rounds)
        })
        let sink = RecordingSink()
        let anna = try await Self.waiting(scene, sink)
        found.value = (anna, sink)
        scene.log.commit(Self.read("a"))
        try await scene.read()
        #expect(taken.value.map { $0?.events.count } == [1])
        #expect(sink.received.value.isEmpty)
        found.value = nil
        scene.log.commit(Self.read("a"))
        try await scene.read()
        #expect(sink.received.value.count == 1)
        anna.resume()
    }

    @Test("one that does not have everything, or follows several channels, takes by itself")
    func behind() async throws {
        let scene = HubScene(news: { EventNews.of($0) })
        let sink = RecordingSink()
        let (late, wide) = (try scene.connect("a", since: .beginning), try scene.connect("a"))
        try wide.follow(StreamTopic(app: "app", channel: StreamChannel(rawValue: "x"), user: "a"), since: nil)
        late.rest(sink)
        scene.log.commit(Self.read("a"))
        try await scene.read()
        late.rest(sink)
        _ = wide.take()
        wide.rest(sink)
        scene.log.commit(Self.read("a"))
        try await scene.read()
        #expect(sink.received.value.isEmpty)
        #expect(late.take()?.events.count == 2 && wide.take()?.events.count == 1)
    }

    @Test("a log that was replaced loses the channel of one that waits")
    func replaced() async throws {
        let scene = HubScene(news: { EventNews.of($0) })
        for _ in 0..<5 { scene.log.commit(Self.read("a")) }
        let anna = try await Self.waiting(scene, RecordingSink())
        scene.log.replace()
        try await scene.read()
        anna.resume()
        #expect(anna.take()?.lost == [.inbox])
    }
}
