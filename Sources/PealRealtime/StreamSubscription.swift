public import PealCore
import Synchronization

/// One live connection at the hub; releasing it closes it.
public final class StreamSubscription: Sendable {
    private let hub: StreamHub
    private let number: Int
    private let mailbox: StreamMailbox

    init(hub: StreamHub, number: Int, mailbox: StreamMailbox) {
        self.hub = hub
        self.number = number
        self.mailbox = mailbox
    }

    deinit { hub.registry.withLock { [number, uptime = hub.ports.uptime()] in $0.close(number, at: uptime) } }

    /// Follows a channel, from a cursor on or from now; doing it again begins again.
    /// - Parameters:
    ///   - topic: the channel, and whose it is.
    ///   - cursor: the last one that the client has of the channel.
    /// - Throws: ``StreamRefusal`` when the connection has as many channels as allowed.
    public func follow(_ topic: StreamTopic, since cursor: EventCursor?) throws(StreamRefusal) {
        let refusal: StreamRefusal? = hub.registry.withLock { registry in
            do throws(StreamRefusal) {
                try registry.follow(topic, since: cursor, number)
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw refusal }
        mailbox.wake { $0.hasNews = true }
    }

    /// Ends a channel; whether the connection had it.
    public func leave(_ channel: StreamChannel) -> Bool { hub.registry.withLock { $0.leave(channel, number) } }

    /// Lets the connection go on with another token of its user.
    public func renew(as client: StreamClient) { hub.registry.withLock { $0.renew(number, as: client) } }

    /// Waits for the next thing to do.
    ///
    /// One task waits at a time; when it is cancelled, the connection ends.
    /// - Parameter sink: writes to the client meanwhile, where it follows one channel and has everything.
    /// - Returns: what there is to do; the hub writes nothing until the next call.
    public func next(_ sink: (any StreamSink)? = nil) async -> StreamWake {
        if let sink { rest(sink) }
        let wake = await mailbox.next()
        if sink != nil { resume() }
        return wake
    }

    /// Lets the hub write to the client, where it follows one channel and has everything.
    package func rest(_ sink: any StreamSink) { hub.registry.withLock { $0.rest(number, sink) } }

    /// Lets the connection write by itself again.
    package func resume() { hub.registry.withLock { $0.resume(number) } }

    /// Takes what is new, at most so many events; `nil` before the hub has read the log.
    public func take(limit: Int = 100) -> StreamBatch? { hub.registry.withLock { $0.take(number, limit: limit) } }

    /// The cursor of a client that has everything that was taken or sent; `nil` before the first batch.
    public var end: EventCursor? { hub.registry.withLock { $0.connections[number]?.end } }

    /// Hands in a message of the client.
    public func receive(_ text: [UInt8]) { mailbox.receive(text) }

    /// Ends the connection; the first reason counts.
    public func end(_ reason: StreamEnd) { mailbox.end(reason) }
}
