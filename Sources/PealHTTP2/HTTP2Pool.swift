package import NIOCore
package import NIOHPACK
package import NIOPosix
package import NIOSSL

/// The connections to one host.
///
/// One is used until it is full, then the next: few busy connections that stay open are what Apple asks for.
/// A request is two frames out and one or two in: no channel for each stream, and no task.
package final class HTTP2Pool: Sendable {
    /// Chooses the addresses of a new connection, which goes to one of them and nowhere else: a guard's place to check them,
    /// or to fail with ``HTTP2Refusal``.
    package typealias Resolve = @Sendable (HTTP2Endpoint, any EventLoop) -> EventLoopFuture<[SocketAddress]>

    /// A request, and who receives what became of it.
    package struct Call: Sendable {
        var headers: HPACKHeaders
        var body: ByteBuffer
        var reply: @Sendable (HTTP2Reply) -> Void

        /// Joins the parts; `reply` is called once, from any thread.
        package init(headers: HPACKHeaders, body: ByteBuffer, reply: @escaping @Sendable (HTTP2Reply) -> Void) {
            self.headers = headers
            self.body = body
            self.reply = reply
        }
    }

    /// The host.
    package let endpoint: HTTP2Endpoint
    private let kept: [KeptConnection]
    private let waiterLimit: Int
    private let timeout: TimeAmount

    /// Opens no connection yet.
    /// - Parameters:
    ///   - endpoint: the host.
    ///   - tls: how TLS is set up; nothing but `h2` may be offered in ALPN.
    ///   - connections: how many connections there may be.
    ///   - conduct: the rules of the service.
    ///   - timing: the time-outs.
    ///   - waiterLimit: how many requests may wait or be under way on each connection.
    ///   - group: the event loops.
    ///   - resolve: chooses addresses; `nil` leaves that to the system.
    ///   - random: numbers from 0 to 1 that spread reconnects.
    package init(
        endpoint: HTTP2Endpoint,
        tls: NIOSSLContext,
        connections: Int,
        conduct: HTTP2Conduct,
        timing: HTTP2Timing,
        waiterLimit: Int = 10_000,
        group: MultiThreadedEventLoopGroup,
        resolve: Resolve? = nil,
        random: @escaping @Sendable () -> Double
    ) {
        self.endpoint = endpoint
        self.waiterLimit = waiterLimit
        timeout = timing.timeout
        let dialer = HTTP2Dialer(
            endpoint: endpoint,
            tls: tls,
            connectTimeout: timing.connect,
            conduct: conduct,
            resolve: resolve
        )
        kept = (0..<connections).map { _ in
            KeptConnection(eventLoop: group.next(), dialer: dialer, timing: timing, random: random)
        }
    }

    /// How many requests wait or are on their way.
    package var load: Int { kept.reduce(0) { $0 + $1.load } }

    /// Sends requests; each gets its reply within the time-out.
    ///
    /// The requests for one connection are handed over together, so that its event loop is woken once.
    package func start(_ calls: [Call], batch: Int) {
        var shares = [[HTTP2Request]](repeating: [], count: kept.count)
        for call in calls {
            let index = pick()
            let connection = kept[index]
            guard connection.load < waiterLimit else {
                call.reply(.notSent(reason: "too-many-waiting"))
                continue
            }
            connection.reserve()
            shares[index].append(
                HTTP2Request(
                    batch: batch,
                    headers: call.headers,
                    body: call.body,
                    deadline: connection.eventLoop.now + timeout,
                    reply: call.reply
                )
            )
        }
        for (connection, requests) in zip(kept, shares) where !requests.isEmpty { connection.submit(requests) }
    }

    /// Gives up the requests of a batch: what has not left is withdrawn, what has left may still get its answer for a
    /// moment, because to throw that away would make a certain outcome an unknown one.
    package func cancel(_ batch: Int) {
        for connection in kept { connection.cancel(batch) }
    }

    /// Starts to end all connections: what waits is refused, what is on its way gets its answer.
    ///
    /// It may be called again.
    /// - Returns: completes when they are closed.
    package func close() -> EventLoopFuture<Void> {
        .andAllComplete(kept.map { $0.shutdown() }, on: kept[0].eventLoop)
    }

    /// Ends all connections and waits until they are closed.
    package func shutdown() async { try? await close().get() }

    private func pick() -> Int {
        var best = 0
        var leastExcess = Int.max
        for (index, connection) in kept.enumerated() {
            let excess = connection.load - connection.capacity
            if excess < 0 { return index }
            if excess < leastExcess {
                best = index
                leastExcess = excess
            }
        }
        return best
    }
}
