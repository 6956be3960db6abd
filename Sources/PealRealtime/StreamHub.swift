public import PealCore
import Synchronization

/// Reads the event log once for all connections, and wakes those that an event concerns.
///
/// A connection is a cursor into the latest events (``StreamSubscription``). What was committed while it was away is found by
/// the same cursor, as long as it is kept in memory; after that it is told to read the state again.
public final class StreamHub: Sendable {
    let ports: StreamPorts
    let sources: [ChannelSource]
    let registry: Mutex<StreamRegistry>
    /// Clients that are to be checked again.
    let toCheck = Mutex<Set<StreamCheck>>([])

    /// Wires the hub; it reads nothing before ``run()``.
    /// - Parameters:
    ///   - ports: what it gets from outside.
    ///   - sources: which events belong to which channels.
    ///   - limits: what is bounded.
    public init(ports: StreamPorts, sources: [ChannelSource], limits: StreamLimits = StreamLimits()) {
        self.ports = ports
        self.sources = sources
        messageBytes = limits.messageBytes
        registry = Mutex(StreamRegistry(limits: limits))
    }

    /// Opens a connection; it is closed when its subscription is released.
    /// - Parameter client: who connects.
    /// - Returns: what the connection waits at and takes from.
    /// - Throws: ``StreamRefusal``.
    public func open(_ client: StreamClient) throws(StreamRefusal) -> StreamSubscription {
        let uptime = ports.uptime()
        let opened: Result<(Int, StreamMailbox), StreamRefusal> = registry.withLock { registry in
            let mailbox = StreamMailbox(inputLimit: registry.limits.inputs)
            do throws(StreamRefusal) {
                return .success((try registry.open(client, mailbox, at: uptime), mailbox))
            } catch {
                return .failure(error)
            }
        }
        let (number, mailbox) = try opened.get()
        // The first one makes the hub read.
        if registry.withLock({ $0.ring == nil }) { ports.wakeUp.fire() }
        return StreamSubscription(hub: self, number: number, mailbox: mailbox)
    }

    /// Ends every connection of a user.
    public func end(_ user: UserID, of app: AppID, because reason: StreamEnd) {
        for mailbox in registry.withLock({ $0.connections(of: user, app: app) }) { mailbox.end(reason) }
    }

    /// The largest message of a client, in bytes.
    public let messageBytes: Int

    /// How many connections are open.
    public var count: Int { registry.withLock { $0.connections.count } }
}
