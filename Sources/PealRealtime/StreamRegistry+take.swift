import PealCore

extension StreamRegistry {
    /// Takes what a connection has not read yet, in the order of the log over all its channels.
    ///
    /// A client that has received a part of it resumes with the cursor of the last event that it has: everything up to there
    /// was before it, of every channel.
    /// - Parameters:
    ///   - number: the connection.
    ///   - limit: how many events at most.
    /// - Returns: what is new; `nil` while the log is not read, and for a connection that is closed.
    mutating func take(_ number: Int, limit: Int) -> StreamBatch? {
        guard let ring, var connection = connections[number] else { return nil }
        var batch = StreamBatch(end: ring.head)
        var found: [StreamBatch.Item] = []
        for (channel, state) in connection.channels.sorted(by: { $0.key < $1.key }) {
            var position: EventCursor
            switch state.position {
            case .at(let cursor): position = cursor
            case .unresolved(let cursor):
                position = cursor ?? ring.head
                batch.opened[channel] = ring.reaches(back: position) ? position : ring.head
            }
            if !ring.reaches(back: position) {
                batch.lost.append(channel)
                position = ring.head
            }
            connection.channels[channel]?.position = .at(position)
            // One more than is taken says whether there is more.
            found += ring.events(of: state.topic, after: position, limit: limit + 1).map {
                StreamBatch.Item(channel: channel, event: $0)
            }
        }
        found.sort { ($0.event.next, $0.channel) < ($1.event.next, $1.channel) }
        batch.isMore = found.count > limit
        batch.events = Array(found.prefix(limit))
        if batch.isMore, let last = batch.events.last {
            batch.end = last.event.next
            // Another channel may have an event at the same place.
            batch.events += found.dropFirst(limit).prefix { $0.event.next == last.event.next }
        }
        connection.advance(to: batch.end)
        connections[number] = connection
        return batch
    }
}
