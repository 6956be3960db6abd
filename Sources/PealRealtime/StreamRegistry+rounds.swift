import PealCore

extension StreamRegistry {
    /// Lets the hub write to a connection that has everything and follows one channel, until it is resumed.
    mutating func rest(_ number: Int, _ sink: any StreamSink) {
        guard let ring, let connection = connections[number], connection.channels.count == 1,
            let (topic, position) = connection.channels.first?.value, case .at(let cursor) = position,
            ring.reaches(back: cursor), ring.events(of: topic, after: cursor, limit: 1).isEmpty
        else { return }
        byTopic[topic]?.taking.remove(number)
        byTopic[topic]?.waiting[number] = Waiting(sink: sink, since: cursor)
    }

    /// Lets a connection take and write by itself again.
    mutating func resume(_ number: Int) {
        guard let connection = connections[number], let topic = connection.channels.first?.value.topic,
            byTopic[topic]?.waiting.removeValue(forKey: number) != nil
        else { return }
        byTopic[topic]?.taking.insert(number)
        // What concerned it was sent.
        if let sent, let end = connection.end, end < sent { connections[number]?.advance(to: sent) }
    }

    /// Begins with other events, of which no connection has any.
    mutating func begin(with ring: EventRing) {
        self.ring = ring
        sent = nil
        byTopic = byTopic.mapValues { Followers(taking: $0.taking.union($0.waiting.keys)) }
    }

    /// Adds the next page of the log.
    /// - Parameters:
    ///   - page: events with their topics, in the order of the log.
    ///   - next: how far the log was read.
    /// - Returns: rounds of the topics whose connections wait, and the connections that are to take by themselves.
    mutating func add(_ page: [(topic: StreamTopic, event: LoggedEvent)], next: EventCursor)
        -> (rounds: [StreamRound], taking: [StreamMailbox])
    {
        var rounds: [StreamRound] = []
        var indexes: [StreamTopic: Int] = [:]
        for (topic, event) in page {
            ring?.append(event, to: topic)
            if let index = indexes[topic] {
                rounds[index].events.append(event)
            } else if byTopic[topic] != nil {
                indexes[topic] = rounds.count
                rounds.append(StreamRound(topic: topic, events: [event], end: next))
            }
        }
        ring?.advance(to: next)
        var taking: [StreamMailbox] = []
        rounds.removeAll { round in
            if round.events.count > StreamRound.limit {
                for number in byTopic[round.topic]?.waiting.keys.sorted() ?? [] { resume(number) }
            }
            guard let followers = byTopic[round.topic] else { return true }
            taking += followers.taking.compactMap { connections[$0]?.mailbox }
            return followers.waiting.isEmpty
        }
        return (rounds, taking)
    }

    /// Sends the rounds of a page to the connections that still wait.
    ///
    /// Sending is a part of the change: a connection that resumes afterwards writes after what was sent here.
    /// - Parameters:
    ///   - rounds: the rounds.
    ///   - news: what each of them means; `nil` leaves it to the connections.
    ///   - next: how far the log was read with them.
    /// - Returns: the connections that are to take by themselves.
    mutating func send(_ rounds: [StreamRound], _ news: [(any StreamNews)?], next: EventCursor) -> [StreamMailbox] {
        var refused: [Int] = []
        for (round, news) in zip(rounds, news) {
            guard let last = round.events.last else { continue }
            // Whoever resumed meanwhile takes the events by itself, or has them already.
            for (number, waiting) in byTopic[round.topic]?.waiting ?? [:] where waiting.since < last.next {
                if let news, waiting.sink.isReady { waiting.sink.send(news) } else { refused.append(number) }
            }
        }
        for number in refused { resume(number) }
        sent = next
        return refused.compactMap { connections[$0]?.mailbox }
    }
}
