import NIOCore
import Synchronization

/// Keeps one connection to one host: opens it when there is something to send, replaces it when it leaves, waits between
/// failures.
///
/// Senders put requests into an inbox and wake the event loop once for all that arrive together; everything else happens
/// on the event loop.
final class KeptConnection: Sendable {
    private struct Inbox {
        var requests: [HTTP2Request] = []
        var isWoken = false
    }

    let eventLoop: any EventLoop
    private let inbox = Mutex(Inbox())
    private let openRequests = Atomic<Int>(0)
    private let room = Atomic<Int>(1)
    private let state: NIOLoopBoundBox<KeptConnectionState>

    init(
        eventLoop: any EventLoop,
        dialer: HTTP2Dialer,
        timing: HTTP2Timing,
        random: @escaping @Sendable () -> Double
    ) {
        self.eventLoop = eventLoop
        let state = KeptConnectionState(eventLoop: eventLoop, dialer: dialer, timing: timing, random: random)
        self.state = .makeBoxSendingValue(state, eventLoop: eventLoop)
    }

    /// How many requests are on it.
    var load: Int { openRequests.load(ordering: .relaxed) }
    /// How many its connection takes at a time; 0 while it waits after a failure.
    var capacity: Int { room.load(ordering: .relaxed) }

    /// Counts a request that is about to be submitted, so that the next one may choose another connection.
    func reserve() { openRequests.add(1, ordering: .relaxed) }

    /// Takes requests for which ``reserve()`` was called; their replies come on the event loop.
    func submit(_ requests: [HTTP2Request]) {
        let mustWake = inbox.withLock { inbox in
            inbox.requests.append(contentsOf: requests)
            defer { inbox.isWoken = true }
            return !inbox.isWoken
        }
        if mustWake { eventLoop.execute { self.work { $0.take(self.collect()) } } }
    }

    /// Withdraws the requests of a batch that have not left yet.
    func cancel(_ batch: Int) {
        eventLoop.execute {
            self.work {
                let requests = self.collect()
                // What is withdrawn is not written first.
                $0.take(requests.filter { $0.batch != batch })
                $0.cancel(batch, requests.filter { $0.batch == batch })
            }
        }
    }

    /// Ends it: what waits is refused, what is on its way gets its answer.
    func shutdown() -> EventLoopFuture<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        eventLoop.execute { self.work { $0.shutdown(promise) } }
        return promise.futureResult
    }

    private func collect() -> [HTTP2Request] {
        inbox.withLock { inbox in
            inbox.isWoken = false
            defer { inbox.requests.removeAll(keepingCapacity: inbox.requests.count <= 1024) }
            return inbox.requests
        }
    }

    private func work(_ body: (KeptConnectionState) -> Void) {
        let state = state.value
        if state.report == nil {
            state.report = { [weak self] finished, capacity in
                guard let self else { return }
                if finished > 0 { openRequests.subtract(finished, ordering: .relaxed) }
                room.store(capacity, ordering: .relaxed)
            }
        }
        body(state)
    }
}
