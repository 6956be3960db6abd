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
        let (head, isWanted) = book.withLock { book in
            let isWanted = book.emptySince.map { uptime - $0 < book.limits.linger } ?? !book.connections.isEmpty
            if !isWanted { book.ring = nil }
            return (book.ring?.head, isWanted)
        }
        guard isWanted else { return false }
        guard let head else {
            try await begin()
            return true
        }
        switch try await ports.events.log(of: kinds, after: head, limit: Self.pageSize) {
        case .resync(let end):
            // Another log, or one that was swept: whoever is behind finds out by their cursor.
            book.withLock { $0.ring = EventRing(capacity: $0.limits.events, from: end) }
            wakeEveryone()
            return true
        case .events(let events, next: let next):
            let wakened = book.withLock { book in
                var topics: Set<StreamTopic> = []
                for event in events {
                    for topic in self.topics(of: event.event) {
                        book.ring?.append(event, to: topic)
                        topics.insert(topic)
                    }
                }
                book.ring?.advance(to: next)
                return book.followers(of: topics)
            }
            for mailbox in wakened { mailbox.wake { $0.hasNews = true } }
            return !events.isEmpty
        }
    }

    /// Reads the latest rows of the log before anybody is served, so that those who come back after a restart miss nothing.
    private func begin() async throws {
        let end = try await ports.events.endOfEvents()
        let (capacity, rows) = book.withLock { ($0.limits.events, $0.limits.rows) }
        // Older rows may have been deleted.
        for reach in [rows, rows / 8, rows / 64, 0] {
            let start = EventCursor(row: max(1, end.row - reach))
            guard let ring = try await read(from: start, to: end, capacity: capacity) else { continue }
            book.withLock { $0.ring = ring }
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
        if let doubt = StreamDoubt(event) { _ = doubted.withLock { $0.insert(doubt) } }
        return sources.compactMap { $0.kinds.contains(event.kind) ? $0.topic(event) : nil }
    }

    private func wakeEveryone() {
        for mailbox in book.withLock({ $0.connections.values.map(\.mailbox) }) { mailbox.wake { $0.hasNews = true } }
    }
}
