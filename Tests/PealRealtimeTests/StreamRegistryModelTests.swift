import PealCore
import Testing

@testable import PealRealtime

@Suite("Whoever writes, each client gets its user's events once and in order")
struct StreamRegistryModelTests {
    private static let topics = ["a", "b", "c"].map { StreamTopic(app: "app", channel: .inbox, user: UserID($0)) }

    /// A client, and what it has received however it was written to.
    private struct Client {
        var number: Int
        var topic: StreamTopic
        let sink = RecordingSink()
        var taken: [EventCursor] = []
        /// How many of the taken events were there before the sink got its next one: both together are its order.
        var received: [EventCursor] { taken + sink.received.value.map(\.next) }
        var start = EventCursor(row: 1)

        /// Moves what the sink received behind what was taken.
        mutating func finish() {
            taken = received
            sink.received.value = []
        }

        mutating func take(_ registry: inout StreamRegistry, limit: Int) {
            finish()
            while let batch = registry.take(number, limit: limit) {
                if !batch.lost.isEmpty { (taken, start) = ([], batch.end) }
                taken += batch.events.map(\.event.next)
                if !batch.isMore { return }
            }
        }
    }

    @Test("over any order of pages, rests, resumes and clients that take nothing", arguments: 0..<300)
    func run(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var registry = StreamRegistry(limits: StreamLimits(connections: 100))
        registry.begin(with: EventRing(capacity: seed % 3 == 0 ? 12 : 4_000, from: EventCursor(row: 1)))
        var clients: [Client] = []
        for index in 0..<6 {
            let topic = Self.topics[index % 3]
            let client = StreamClient(app: "app", user: topic.user ?? "", expiresAt: Timestamp(seconds: 9))
            let number = try registry.open(client, StreamMailbox(inputLimit: 1), at: .zero)
            try registry.follow(topic, since: EventCursor(row: 1), number)
            clients.append(Client(number: number, topic: topic))
        }
        var (row, log, sent) = (Int64(1), [(topic: StreamTopic, next: EventCursor)](), 0)
        func act() {
            let index = Int.random(in: 0..<clients.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: registry.resume(clients[index].number)
            case 1: clients[index].sink.ready.value = Int.random(in: 0..<4, using: &random) > 0
            default:
                // As a session does it: resumed, it takes everything, then waits.
                registry.resume(clients[index].number)
                clients[index].take(&registry, limit: Int.random(in: 1...5, using: &random))
                registry.rest(clients[index].number, clients[index].sink)
            }
        }
        for _ in 0..<60 {
            var page: [(topic: StreamTopic, event: LoggedEvent)] = []
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                let topic = Self.topics[Int.random(in: 0..<3, using: &random)]
                row += 1
                let event = LoggedEvent(
                    Event(.notificationRead, app: "app", user: topic.user),
                    next: EventCursor(row: row)
                )
                page.append((topic, event))
                log.append((topic, event.next))
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) { act() }
            let (rounds, _) = registry.add(page, next: EventCursor(row: row))
            for _ in 0..<Int.random(in: 0...3, using: &random) { act() }
            let news = EventNews.of(rounds).map { Int.random(in: 0..<9, using: &random) > 0 ? $0 : nil }
            sent += clients.reduce(0) { $0 - $1.sink.received.value.count }
            _ = registry.send(rounds, news, next: EventCursor(row: row))
            sent += clients.reduce(0) { $0 + $1.sink.received.value.count }
        }
        for index in clients.indices {
            registry.resume(clients[index].number)
            clients[index].take(&registry, limit: 5)
            let client = clients[index]
            let expected = log.filter { $0.topic == client.topic && $0.next > client.start }.map(\.next)
            #expect(client.received == expected, "client \(index)")
        }
        // Otherwise the runs would prove little.
        #expect(sent > 10)
    }
}
