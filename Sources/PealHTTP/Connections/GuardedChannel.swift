import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 with a guard on every connection.
struct GuardedChannel: ServerChildChannel {
    let http: HTTP1Channel
    let limits: ConnectionLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            // One that has ended already needs no such end.
            try? VanishedClient.end(channel, after: limits.idle)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let guarding = ConnectionGuard(limits: limits, openedAt: channel.eventLoop.now)
            try pipeline.addHandler(guarding, position: .after(decoder))
            try pipeline.addHandler(LiveHandler(guarding), position: .after(guarding))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
