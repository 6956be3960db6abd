import PealHTTP2
import Synchronization

/// The HTTP/2 connections to one push service; they end when they are retired and the last request has its reply.
final class WebPushOrigin: Sendable {
    private struct State {
        var requests = 0
        var isRetired = false
    }

    let pool: HTTP2Pool
    /// Whether it speaks HTTP/2.
    let avoidance = HTTP2Avoidance()
    private let state = Mutex(State())

    init(pool: HTTP2Pool) { self.pool = pool }

    /// So many requests are about to be sent; ``leave()`` ends each.
    func enter(_ count: Int) { state.withLock { $0.requests += count } }

    /// A request has its reply.
    /// - Returns: whether the connections have to be closed now.
    func leave() -> Bool {
        state.withLock { state in
            state.requests -= 1
            return state.isRetired && state.requests == 0
        }
    }

    /// No more requests will be sent.
    /// - Returns: whether the connections have to be closed now.
    func retire() -> Bool {
        state.withLock { state in
            state.isRetired = true
            return state.requests == 0
        }
    }
}
