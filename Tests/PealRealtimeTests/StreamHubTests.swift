import PealCore
import PealTesting
import Synchronization
import Testing

@testable import PealRealtime

@Suite("The hub of live connections")
struct StreamHubTests {
    private static func read(_ user: UserID) -> Event { Event(.notificationRead, app: "app", user: user) }

    @Test("nothing is read while nobody is connected")
    func idle() async throws {
        let scene = HubScene()
        scene.log.commit(Self.read("a"))
        #expect(try await !scene.hub.step())
        #expect(scene.hub.registry.withLock { $0.ring == nil })
    }

    @Test("a connection takes what happens after it opened, of its own user only")
    func live() async throws {
        let scene = HubScene()
        scene.log.commit(Self.read("a"))
        let anna = try scene.connect("a")
        #expect(anna.take() == nil, "the log is not read yet")
        try await scene.read()
        let first = try #require(anna.take())
        #expect(first.opened == [.inbox: EventCursor(row: 2)] && first.events.isEmpty)
        scene.log.commit(Self.read("b"), Self.read("a"), Self.read("a"))
        try await scene.read()
        let wake = await anna.next()
        #expect(wake.hasNews)
        let batch = try #require(anna.take())
        #expect(batch.events.map(\.event.next) == [EventCursor(row: 2, index: 2), EventCursor(row: 3)])
        #expect(batch.end == EventCursor(row: 3) && !batch.isMore)
        #expect(anna.take()?.isEmpty ?? false)
    }

    @Test("a client that comes back gets exactly what it missed, from any place", arguments: 1...7)
    func resume(_ row: Int) async throws {
        let scene = HubScene()
        let events = (1...6).map { _ in Self.read("a") }
        for event in events { scene.log.commit(event) }
        let anna = try scene.connect("a", since: EventCursor(row: Int64(row)))
        try await scene.read()
        let batch = try #require(anna.take())
        #expect(batch.lost.isEmpty)
        #expect(batch.events.map(\.event.next.row) == (row...7).dropFirst().map(Int64.init))
    }

    @Test("a long gap is taken in parts, and each part is a place to resume from")
    func parts() async throws {
        let scene = HubScene()
        for _ in 0..<25 { scene.log.commit(Self.read("a"), Self.read("b")) }
        let anna = try scene.connect("a", since: .beginning)
        try await scene.read()
        var (taken, isMore) = ([EventCursor](), true)
        while isMore {
            let batch = try #require(anna.take(limit: 10))
            #expect(batch.events.count <= 10)
            taken += batch.events.map(\.event.next)
            if batch.isMore { #expect(batch.end == taken.last) }
            isMore = batch.isMore
        }
        #expect(taken.count == 25 && taken == taken.sorted())
    }

    @Test(
        "a cursor that is not kept any more, or of another log, loses the channel once",
        arguments: [EventCursor.beginning, EventCursor(row: 900)]
    )
    func lost(cursor: EventCursor) async throws {
        let scene = HubScene(limits: StreamLimits(events: 3))
        for _ in 0..<9 { scene.log.commit(Self.read("a")) }
        let anna = try scene.connect("a", since: cursor)
        try await scene.read()
        let batch = try #require(anna.take())
        #expect(batch.lost == [.inbox] && batch.events.isEmpty && batch.end == EventCursor(row: 10))
        scene.log.commit(Self.read("a"))
        try await scene.read()
        let next = try #require(anna.take())
        #expect(next.lost.isEmpty && next.events.count == 1)
    }

    @Test("a reader that is too slow loses the channel and misses nothing silently")
    func slow() async throws {
        let scene = HubScene(limits: StreamLimits(events: 3))
        let anna = try scene.connect("a")
        try await scene.read()
        _ = anna.take()
        for _ in 0..<4 { scene.log.commit(Self.read("a")) }
        try await scene.read()
        #expect(anna.take()?.lost == [.inbox])
    }

    @Test("rows that were deleted before the start are not waited for")
    func swept() async throws {
        let scene = HubScene()
        for _ in 0..<9 { scene.log.commit(Self.read("a")) }
        scene.log.sweep(8)
        let (old, new) = (
            try scene.connect("a", since: .beginning), try scene.connect("a", since: EventCursor(row: 10))
        )
        try await scene.read()
        #expect(old.take()?.lost == [.inbox])
        #expect(new.take()?.lost == [])
    }

    @Test("a log that was replaced loses every channel")
    func replaced() async throws {
        let scene = HubScene()
        for _ in 0..<5 { scene.log.commit(Self.read("a")) }
        let anna = try scene.connect("a")
        try await scene.read()
        _ = anna.take()
        scene.log.replace()
        try await scene.read()
        #expect(anna.take()?.lost == [.inbox])
    }

    @Test("channels of one connection are taken in the order of the log")
    func several() async throws {
        let scene = HubScene()
        let anna = try scene.connect("a", since: .beginning)
        let board = StreamTopic(app: "app", channel: StreamChannel(rawValue: "board"), user: "b")
        try anna.follow(board, since: .beginning)
        for user: UserID in ["a", "b", "a", "b"] { scene.log.commit(Self.read(user)) }
        // The second channel follows another user's events, as a board follows those of its event.
        let hub = StreamHub(
            ports: scene.hub.ports,
            sources: [
                .inbox,
                ChannelSource(kinds: [.notificationRead]) { event in
                    event.user == "b" ? board : nil
                },
            ]
        )
        let both = try hub.open(StreamClient(app: "app", user: "a", expiresAt: scene.clock.now + .seconds(9)))
        try both.follow(StreamTopic(app: "app", channel: .inbox, user: "a"), since: .beginning)
        try both.follow(board, since: .beginning)
        while try await hub.step() {}
        let batch = try #require(both.take(limit: 3))
        #expect(batch.events.map(\.channel.rawValue) == ["inbox", "board", "inbox"])
        #expect(batch.isMore && batch.end == EventCursor(row: 4))
        #expect(both.take()?.events.map(\.channel.rawValue) == ["board"])
    }

    @Test("connections of a user and channels of a connection are bounded, and a place is free again when one closes")
    func bounds() throws {
        let scene = HubScene(limits: StreamLimits(connections: 2, channels: 1))
        var open = [try scene.connect("a"), try scene.connect("a")]
        #expect(throws: StreamRefusal(.connections, limit: 2)) { try scene.connect("a") }
        _ = try scene.connect("b")
        #expect(throws: StreamRefusal(.channels, limit: 1)) {
            try open[0].follow(
                StreamTopic(app: "app", channel: StreamChannel(rawValue: "x"), user: nil),
                since: nil
            )
        }
        #expect(open[0].leave(.inbox) && !open[0].leave(.inbox))
        open.removeLast()
        open.append(try scene.connect("a"))
        #expect(scene.hub.count == 2)
        open = []
        #expect(scene.hub.count == 0)
    }

    @Test("a connection ends with its token, unless it gets another")
    func expiry() async throws {
        let scene = HubScene()
        let (short, long) = (try scene.connect("a", for: .seconds(10)), try scene.connect("a", for: .seconds(10)))
        long.renew(as: StreamClient(app: "app", user: "a", expiresAt: scene.clock.now + .seconds(100)))
        scene.clock.advance(by: .seconds(10))
        await scene.hub.look()
        #expect(await short.next().end == .expired)
        #expect(await long.next().end == nil)
    }

    @Test("whoever was erased is disconnected, and nobody else")
    func erased() async throws {
        let scene = HubScene()
        let (anna, ben) = (try scene.connect("a"), try scene.connect("b"))
        try await scene.read()
        scene.bans.value = ["a"]
        scene.log.commit(Event(.userErased, app: "app"))
        try await scene.read()
        await scene.hub.look()
        #expect(await anna.next().end == .revoked)
        #expect(await ben.next().end == nil)
    }

    @Test("a revoked token ends its connections within the next look, and a later token of the same user stays")
    func revoked() async throws {
        let scene = HubScene()
        let (old, new) = (try scene.connect("a"), try scene.connect("a"))
        let issued = Timestamp(seconds: 7)
        let expiresAt = scene.clock.now + .seconds(60)
        old.renew(as: StreamClient(app: "app", user: "a", expiresAt: expiresAt, issuedAt: issued))
        new.renew(as: StreamClient(app: "app", user: "a", expiresAt: expiresAt, issuedAt: issued + .seconds(1)))
        try await scene.read()
        scene.revoked.value = issued
        await scene.hub.look()
        #expect(await old.next().end == nil, "nothing says that it was revoked")
        scene.log.commit(Event(.userChanged, app: "app", user: "b"))
        try await scene.read()
        await scene.hub.look()
        scene.log.commit(Event(.userChanged, app: "app", user: "a"))
        try await scene.read()
        await scene.hub.look()
        #expect(await old.next().end == .revoked)
        #expect(await new.next().end == nil)
    }

    @Test("a ping is due every 25 seconds, for each connection by itself")
    func pings() async throws {
        let scene = HubScene()
        let first = try scene.connect("a")
        _ = await first.next()
        scene.uptime.value = .seconds(10)
        let second = try scene.connect("b")
        _ = await second.next()
        scene.uptime.value = .seconds(25)
        await scene.hub.look()
        #expect(await first.next() == StreamWake(isPingDue: true))
        scene.uptime.value = .seconds(35)
        await scene.hub.look()
        #expect(await second.next() == StreamWake(isPingDue: true))
    }

    @Test("a server that stops ends every connection and opens none")
    func drain() async throws {
        let scene = HubScene()
        let anna = try scene.connect("a")
        await scene.hub.drain()
        #expect(await anna.next().end == .restart)
        #expect(throws: StreamRefusal(.stopping)) { try scene.connect("b") }
    }

    @Test("a client that sends faster than it is answered is disconnected")
    func flood() async throws {
        let scene = HubScene(limits: StreamLimits(inputs: 2))
        let anna = try scene.connect("a")
        for _ in 0..<3 { anna.receive([1]) }
        let wake = await anna.next()
        #expect(wake.inputs.count == 2 && wake.end == .flooding)
    }

    @Test("the log is read on for a while when nobody is connected, so that whoever comes back misses nothing")
    func linger() async throws {
        let scene = HubScene()
        var anna: StreamSubscription? = try scene.connect("a")
        try await scene.read()
        _ = anna?.take()
        anna = nil
        scene.log.commit(Self.read("a"))
        scene.uptime.value = .seconds(599)
        try await scene.read()
        #expect(scene.hub.registry.withLock { $0.ring?.head } == EventCursor(row: 2))
        scene.uptime.value = .seconds(600)
        try await scene.read()
        #expect(scene.hub.registry.withLock { $0.ring == nil })
    }
}
