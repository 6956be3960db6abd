import PealCore
import PealStore
import Synchronization

extension StreamHub {
    /// Events that are read together.
    private static let pageSize = 500

    private var kinds: Set<EventKind> { sources.reduce(into: [.userErased, .userChanged]) { $0.formUnion($1.kinds) } }

    /// Reads the next page, or begins to read when a client is connected.
    /// - Returns: whether there may be more.
    /// - Throws: ``StoreError``; called again, it reads the same page.
    package func step() async throws -> Bool {
        let uptime = ports.uptime()
        let (head, isWanted) = registry.withLock { registry in
            let isWanted =
                registry.emptySince.map { uptime - $0 < registry.limits.linger } ?? !registry.connections.isEmpty
            if !isWanted { registry.ring = nil }
            return (registry.ring?.head, isWanted)
        }
        guard isWanted else { return false }
        guard let head else {
            try await begin()
            return true
        }
        switch try await ports.events.log(of: kinds, after: head, limit: Self.pageSize) {
        case .resync:
            // Another log, or one that was swept: whoever is behind finds out by their cursor.
            let end = try await ports.events.endOfEvents()
            registry.withLock { $0.begin(with: EventRing(capacity: $0.limits.events, from: end)) }
            wakeEveryone()
            return true
        case .events(let events, next: let next):
            let page = events.flatMap { event in topics(of: event.event).map { (topic: $0, event: event) } }
            let (rounds, taking) = registry.withLock { $0.add(page, next: next) }
            wake(taking)
            await send(rounds, next: next)
            return !events.isEmpty
        }
    }

    /// Writes rounds to the connections that wait: what they mean is read once for all of them.
    private func send(_ rounds: [StreamRound], next: EventCursor) async {
        // What cannot be read here is left to the connections, each of which ends where it cannot read it either.
        let news = rounds.isEmpty ? [] : (try? await ports.news(rounds)) ?? rounds.map { _ in nil }
        wake(registry.withLock { $0.send(rounds, news, next: next) })
    }

    private func wake(_ taking: [StreamMailbox]) {
        for mailbox in taking { mailbox.wake { $0.hasNews = true } }
    }

    /// Reads the latest rows of the log before anybody is served, so that those who come back after a restart miss nothing.
    private func begin() async throws {
        let end = try await ports.events.endOfEvents()
        let (capacity, rows) = registry.withLock { ($0.limits.events, $0.limits.rows) }
        // Older rows may have been deleted.
        for reach in [rows, rows / 8, rows / 64, 0] {
            let start = EventCursor(row: max(1, end.row - reach))
            guard let ring = try await read(from: start, to: end, capacity: capacity) else { continue }
            registry.withLock { $0.begin(with: ring) }
            wakeEveryone()
            return
        }
    }

    private func read(from start: EventCursor, to end: EventCursor, capacity: Int) async throws -> EventRing? {
        var ring = EventRing(capacity: capacity, from: start)
        while ring.head < end {
            let page = try await ports.events.log(of: kinds, after: ring.head, limit: Self.pageSize)
            guard case .events(let events, next: let next) = page else { return nil }
            for event in events { for topic in topics(of: event.event) { ring.append(event, to: topic) } }
            ring.advance(to: next)
            if events.isEmpty { break }
        }
        return ring
    }

    private func topics(of event: Event) -> [StreamTopic] {
        if let check = StreamCheck(event) { _ = toCheck.withLock { $0.insert(check) } }
        return sources.compactMap { $0.kinds.contains(event.kind) ? $0.topic(event) : nil }
    }

    private func wakeEveryone() { wake(registry.withLock { $0.connections.values.map(\.mailbox) }) }
}
