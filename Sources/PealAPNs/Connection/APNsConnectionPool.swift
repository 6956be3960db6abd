import NIOCore
import NIOHPACK
import NIOPosix

/// The connections to one of Apple's environments.
///
/// One is used until it is full, then the next: few busy connections that stay open are what Apple asks for.
final class APNsConnectionPool: Sendable {
    /// A push in frames, and who is told what became of it.
    struct Push: Sendable {
        var headers: HPACKHeaders
        var body: ByteBuffer
        /// Called once, from any thread.
        var reply: @Sendable (APNsReply) -> Void
    }

    let endpoint: APNsEndpoint
    private let lines: [APNsLine]
    private let waiterLimit: Int
    private let timeout: TimeAmount

    init(
        endpoint: APNsEndpoint,
        options: APNsOptions,
        timing: APNsTiming,
        waiterLimit: Int = 10_000,
        group: MultiThreadedEventLoopGroup,
        random: @escaping @Sendable () -> Double
    ) {
        self.endpoint = endpoint
        self.waiterLimit = waiterLimit
        timeout = timing.timeout
        let dialer = APNsDialer(endpoint: endpoint, tls: options.tls, connectTimeout: timing.connect)
        lines = (0..<options.connections).map { _ in
            APNsLine(eventLoop: group.next(), dialer: dialer, timing: timing, random: random)
        }
    }

    /// How many requests wait or are on their way.
    var load: Int { lines.reduce(0) { $0 + $1.load } }

    /// Sends pushes; each gets its reply within the time-out.
    ///
    /// The pushes for one connection are handed over together, so that its event loop is woken once.
    func start(_ pushes: [Push], batch: Int) {
        var shares = [[APNsRequest]](repeating: [], count: lines.count)
        for push in pushes {
            let index = pick()
            let line = lines[index]
            guard line.load < waiterLimit else {
                push.reply(.notSent(reason: "too-many-waiting"))
                continue
            }
            line.reserve()
            shares[index].append(
                APNsRequest(
                    batch: batch,
                    headers: push.headers,
                    body: push.body,
                    deadline: line.eventLoop.now + timeout,
                    reply: push.reply
                )
            )
        }
        for (line, requests) in zip(lines, shares) where !requests.isEmpty { line.submit(requests) }
    }

    /// Gives up the pushes of a batch: what has not left is withdrawn, what has left may still get its answer for a
    /// moment, because to throw that away would make a certain outcome an unknown one.
    func cancel(_ batch: Int) {
        for line in lines { line.cancel(batch) }
    }

    /// Ends all connections and waits until they are closed.
    func shutdown() async {
        for future in lines.map({ $0.shutdown() }) { try? await future.get() }
    }

    private func pick() -> Int {
        var best = 0
        var leastExcess = Int.max
        for (index, line) in lines.enumerated() {
            let excess = line.load - line.capacity
            if excess < 0 { return index }
            if excess < leastExcess {
                best = index
                leastExcess = excess
            }
        }
        return best
    }
}
