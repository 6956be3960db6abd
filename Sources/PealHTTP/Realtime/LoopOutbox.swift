import NIOCore
import Synchronization

/// What waits for the connections of one event loop, in batches that are each written in one task of it.
final class LoopOutbox: Sendable {
    /// Connections that are sent the same bytes.
    private struct Round {
        let messages: SharedMessages
        let isSocket: Bool
        var links: [LiveLink]
    }

    private let loop: any EventLoop
    /// The batches that wait, and the number of the first of them.
    private let waiting = Mutex<(first: Int, batches: [[Round]])>((0, []))

    init(_ loop: any EventLoop) { self.loop = loop }

    /// The number of the batch that begins next: it is written after all that the event loop was given before.
    var next: Int { waiting.withLock { $0.first + $0.batches.count } }

    /// Sends messages over a connection of the loop, after those that it was given before.
    /// - Parameters:
    ///   - messages: the messages.
    ///   - link: the connection.
    ///   - batch: the first batch that is late enough for the connection.
    func add(_ messages: SharedMessages, to link: LiveLink, from batch: Int) {
        let isNew = waiting.withLock { waiting in
            let isNew = waiting.batches.isEmpty || waiting.first + waiting.batches.count <= batch
            if isNew { waiting.batches.append([]) }
            Self.add(messages, to: link, &waiting.batches[waiting.batches.count - 1])
            return isNew
        }
        if isNew { loop.execute { self.write() } }
    }

    private static func add(_ messages: SharedMessages, to link: LiveLink, _ batch: inout [Round]) {
        let last = batch.count - 1
        // In place: a copy of the round would copy its connections with each one that is added.
        if last >= 0, batch[last].messages === messages, batch[last].isSocket == link.isSocket {
            batch[last].links.append(link)
        } else {
            batch.append(Round(messages: messages, isSocket: link.isSocket, links: [link]))
        }
    }

    private func write() {
        let batch = waiting.withLock { waiting in
            waiting.first += 1
            return waiting.batches.removeFirst()
        }
        for round in batch {
            let bytes = round.isSocket ? round.messages.texts : round.messages.chunk
            for link in round.links { link.write(bytes) }
        }
    }
}
