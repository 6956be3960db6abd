import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// HTTP/1.1 with a guard on every connection.
struct GuardedChannel: ServerChildChannel {
    let http: HTTP1Channel
    let limits: ConnectionLimits
    let table: ConnectionTable

    /// After so many answers others come first: a client may send requests without waiting for answers, and a task that always
    /// finds the next one would keep its thread.
    private static let answersInARow = 16

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            // One that has ended already needs no such end.
            try? VanishedClient.end(channel, after: limits.idle)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let guarding = ConnectionGuard(limits: limits, table: table, openedAt: channel.eventLoop.now)
            try pipeline.addHandler(guarding, position: .after(decoder))
            try pipeline.addHandler(LiveHandler(guarding), position: .after(guarding))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let answered = Atomic<Int>(0)
        let responder = http.responder
        await HTTP1Channel(
            responder: { request, writer, channel in
                try await responder(request, writer, channel)
                if answered.add(1, ordering: .relaxed).newValue % Self.answersInARow == 0 { await Task.yield() }
            },
            configuration: http.configuration
        ).handle(value: value, logger: logger)
    }
}
