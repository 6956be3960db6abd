import PealCore
import PealEngine
import PealRealtime
import PealWire
import Synchronization

@testable import PealHTTP

/// A client as docs/realtime.md describes one: three rules, and a connection that may break in the middle of anything.
struct ModelClient {
    /// What became of it so far.
    struct Tally: Equatable {
        var messages = 0
        var broken = 0
        var resumed = 0
        var resyncs = 0
        /// Notifications and preferences that came with a place that the client had passed already.
        var repeated = 0
        /// Messages that the hub wrote while the session waited.
        var live = 0
    }

    let user: UserID
    private(set) var notifications: [String: JSONValue] = [:]
    private(set) var badge: (version: Int, count: Int)?
    private(set) var preferences: Int?
    private(set) var cursor: String?
    /// Whether the state is to be read again.
    private(set) var isStale = true
    private(set) var tally = Tally()
    private var session: StreamSession?
    private var sink = NewsSink()

    init(user: UserID) { self.user = user }

    var isConnected: Bool { session != nil }

    mutating func connect(_ world: LiveWorld) async throws {
        session = try await world.connect(user, since: cursor)
        // Without a cursor, what happened before the connection is not sent.
        if cursor == nil { isStale = true } else { tally.resumed += 1 }
    }

    /// What was written and not received is lost.
    mutating func disconnect() { (session, sink) = (nil, NewsSink()) }

    /// Receives what there is; the connection breaks after so many frames.
    mutating func receive(_ world: LiveWorld, breakingAfter frames: Int?) async throws {
        guard var session else { return }
        session.subscription.resume()
        let sent = sink.taken()
        for message in sent.prefix(frames ?? .max) { apply(message, world) }
        tally.live += sent.count
        var output = BreakingOutput(left: (frames ?? .max) - sent.count)
        do {
            if output.left < 0 { throw BreakingOutput.Broken() }
            try await session.deliver(&output)
            self.session = session
            session.subscription.rest(sink)
        } catch is BreakingOutput.Broken {
            disconnect()
            tally.broken += 1
        }
        for frame in output.frames { apply(frame, world) }
        if isStale, cursor != nil { try await readAgain(world) }
    }

    /// As a client does at its start, and after a `resync`: the connection is open already.
    private mutating func readAgain(_ world: LiveWorld) async throws {
        notifications = try await world.state(of: user)
        preferences = try await world.engine.preferences.view(of: user, app: world.app)?.version
        let counts = try await world.engine.inbox.counts(of: user, app: world.app)
        keep(version: counts.badgeVersion, count: counts.badge)
        isStale = false
    }

    private mutating func keep(version: Int, count: Int) {
        if version >= badge?.version ?? -1 { badge = (version, count) }
    }

    private mutating func apply(_ frame: StreamFrame, _ world: LiveWorld) {
        switch frame {
        case .opened(_, let cursor): if self.cursor == nil { self.cursor = cursor }
        case .message(let message): apply(message, world)
        case .ping(let cursor): self.cursor = cursor ?? self.cursor
        case .answer, .end: break
        }
    }

    private mutating func apply(_ message: StreamMessage, _ world: LiveWorld) {
        tally.messages += 1
        let data = (try? JSONParser.parse(message.data))?.object ?? [:]
        let reached = world.api.live.cursor(of: message.cursor, for: world.client(user))
        let before = cursor.flatMap { world.api.live.cursor(of: $0, for: world.client(user)) }
        if ![.badgeChanged, .resync].contains(message.kind), let reached, let before, reached <= before {
            tally.repeated += 1
        }
        cursor = message.cursor
        switch message.kind {
        case .notificationCreated, .notificationChanged, .alertRaised:
            guard let id = data["id"]?.string else { return }
            notifications[id] = data["removed"] == .bool(true) ? nil : .object(data)
        case .badgeChanged:
            guard case .integer(let version)? = data["version"], case .integer(let count)? = data["count"] else {
                return
            }
            keep(version: Int(version), count: Int(count))
        case .preferencesChanged:
            if case .integer(let version)? = data["version"] { preferences = Int(version) }
        // The client follows no board.
        case .etaChanged: break
        case .resync:
            tally.resyncs += 1
            isStale = true
        }
    }
}

/// Keeps what the hub writes, as the sink of an inbox does.
private final class NewsSink: StreamSink {
    private let messages = Mutex<[StreamMessage]>([])
    private let counts = SentCounts()

    let isReady = true

    func send(_ news: any StreamNews) {
        guard let news = news as? InboxNews else { return }
        let messages = counts.replace(by: news.counts) ? news.all : news.withoutBadge
        self.messages.withLock { $0 += messages.messages }
    }

    /// What was written since it was asked last.
    func taken() -> [StreamMessage] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// Takes frames until the connection breaks.
struct BreakingOutput: StreamOutput {
    struct Broken: Error {}

    var left: Int
    var frames: [StreamFrame] = []

    @concurrent mutating func write(_ frames: [StreamFrame]) async throws {
        for frame in frames {
            guard left > 0 else { throw Broken() }
            left -= 1
            self.frames.append(frame)
        }
    }
}

extension LiveWorld {
    /// What a user's inbox lists, by id.
    func state(of user: UserID) async throws -> [String: JSONValue] {
        let page = PageRequest(limit: 200)
        let view = try await engine.inbox.list(of: user, app: app, filter: InboxFilter(), page: page, grouped: false)
        let items = view.items.map { item in
            let data = JSONWriter.bytes { item.write(to: &$0) }
            return (item.item.id.description, (try? JSONParser.parse(data)) ?? .null)
        }
        return Dictionary(items) { $1 }
    }
}
