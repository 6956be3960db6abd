import PealCore

@testable import PealRealtime

/// The events of a round, as they are.
final class EventNews: StreamNews {
    let events: [LoggedEvent]

    init(events: [LoggedEvent]) { self.events = events }

    static func of(_ rounds: [StreamRound]) -> [(any StreamNews)?] { rounds.map { EventNews(events: $0.events) } }
}

/// A client that keeps what it is sent.
final class RecordingSink: StreamSink {
    let ready = Shared(true)
    let received = Shared<[LoggedEvent]>([])

    var isReady: Bool { ready.value }

    func send(_ news: any StreamNews) { received.value += (news as? EventNews)?.events ?? [] }
}
