import NIOCore
import NIOHPACK
import NIOPosix
import Synchronization

/// The connections to one of Apple's environments.
///
/// One is used until it is full, then the next: few busy connections that stay open are what Apple asks for.
final class APNsConnectionPool: Sendable {
    let endpoint: APNsEndpoint
    private let lines: [APNsLine]
    private let waiterLimit: Int
    private let timeout: TimeAmount
    private let lastNumber = Atomic<Int>(0)

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

    /// Sends one push and waits for what becomes of it, for the time-out at most.
    ///
    /// A caller who gives up takes back what has not left; what has left may still get its answer for a moment, because to
    /// throw that away would make a certain outcome an unknown one.
    func send(_ headers: HPACKHeaders, body: ByteBuffer) async -> APNsReply {
        let line = pick()
        guard line.load < waiterLimit else { return .notSent(reason: "too-many-waiting") }
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    continuation.resume(returning: .notProcessed(reason: "cancelled"))
                    return
                }
                line.submit(
                    APNsRequest(
                        number: number,
                        headers: headers,
                        body: body,
                        deadline: line.eventLoop.now + timeout,
                        reply: continuation
                    )
                )
            }
        } onCancel: {
            line.cancel(number)
        }
    }

    /// Ends all connections and waits until they are closed.
    func shutdown() async {
        for future in lines.map({ $0.shutdown() }) { try? await future.get() }
    }

    private func pick() -> APNsLine {
        var best = lines[0]
        var leastExcess = Int.max
        for line in lines {
            let excess = line.load - line.capacity
            if excess < 0 { return line }
            if excess < leastExcess {
                best = line
                leastExcess = excess
            }
        }
        return best
    }
}
