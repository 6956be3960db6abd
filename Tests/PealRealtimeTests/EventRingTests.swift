import PealCore
import Testing

@testable import PealRealtime

@Suite("The latest events in memory")
struct EventRingTests {
    private static let topics = ["a", "b", "c"].map {
        StreamTopic(app: "app", channel: .inbox, user: UserID($0))
    }

    private static func event(_ row: Int64, _ topic: StreamTopic) -> LoggedEvent {
        LoggedEvent(
            Event(.notificationRead, app: topic.app, user: topic.user),
            next: EventCursor(row: row + 1)
        )
    }

    @Test("a reader finds the events of its topic after its cursor, in order")
    func order() {
        var ring = EventRing(capacity: 100, from: EventCursor(row: 1))
        for row in 1...9 { ring.append(Self.event(Int64(row), Self.topics[row % 3]), to: Self.topics[row % 3]) }
        let rows = ring.events(of: Self.topics[1], after: EventCursor(row: 2), limit: 9).map(\.next.row)
        #expect(rows == [5, 8])
        #expect(ring.events(of: Self.topics[1], after: EventCursor(row: 2), limit: 1).map(\.next.row) == [5])
        #expect(ring.events(of: Self.topics[1], after: EventCursor(row: 8), limit: 9).isEmpty)
        #expect(ring.head == EventCursor(row: 10))
    }

    /// Of six events the last four.
    private static var full: EventRing {
        var ring = EventRing(capacity: 4, from: EventCursor(row: 1))
        for row in 1...6 { ring.append(event(Int64(row), topics[0]), to: topics[0]) }
        return ring
    }

    /// The row after the last event is the end; the next one is of another log.
    @Test("only cursors above the floor are complete", arguments: [(2, false), (3, true), (7, true), (8, false)])
    func reaches(row: Int64, isComplete: Bool) {
        #expect(Self.full.reaches(back: EventCursor(row: row)) == isComplete)
    }

    @Test("what is forgotten moves the floor")
    func floor() {
        #expect(EventRing(capacity: 4, from: EventCursor(row: 1)).reaches(back: EventCursor(row: 1)))
        let ring = Self.full
        #expect(ring.floor == EventCursor(row: 3))
        let kept = ring.events(of: Self.topics[0], after: EventCursor(row: 3), limit: 9).map(\.next.row)
        #expect(kept == [4, 5, 6, 7])
    }

    @Test("it agrees with a list, whatever is added and asked for", arguments: 0..<200)
    func model(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let capacity = Int.random(in: 1...12, using: &random)
        var ring = EventRing(capacity: capacity, from: EventCursor(row: 1))
        var list: [(topic: StreamTopic, event: LoggedEvent)] = []
        for row in 1...Int64.random(in: 20...60, using: &random) {
            if Bool.random(using: &random) {
                ring.advance(to: EventCursor(row: row + 1))
                continue
            }
            let topic = Self.topics[Int.random(in: 0..<3, using: &random)]
            ring.append(Self.event(row, topic), to: topic)
            list.append((topic, Self.event(row, topic)))
            let cursor = EventCursor(row: Int64.random(in: 1...row, using: &random))
            guard ring.reaches(back: cursor) else {
                #expect(list.count > capacity, "nothing was forgotten yet")
                continue
            }
            for topic in Self.topics {
                let expected = list.filter { $0.topic == topic && $0.event.next > cursor }.map(\.event)
                #expect(ring.events(of: topic, after: cursor, limit: 99) == expected)
            }
        }
        #expect(!list.isEmpty)
    }
}
