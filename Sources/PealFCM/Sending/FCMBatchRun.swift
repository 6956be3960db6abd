import PealProviderKit
import Synchronization

/// The messages of one batch that are under way over HTTP/2.
///
/// An answer that decides a message ends it where it arrives, on the event loop. A message that has to be sent again is
/// returned to the sender of the batch, who waits in ``next()``.
final class FCMBatchRun: Sendable {
    /// A message that has to be sent again, and why.
    enum Returned: Sendable {
        /// Its access token was refused.
        case tokenRefused(FCMRequest, BearerToken)
        /// The host does not speak HTTP/2.
        case notHTTP2(FCMRequest)
    }

    private struct State {
        var open: Int
        var returned: [Returned] = []
        var isCancelled = false
        var sender: CheckedContinuation<Void, Never>?
    }

    /// Names the batch at the connections.
    let number: Int
    private let state: Mutex<State>

    /// Expects an end for each of so many messages.
    init(number: Int, count: Int) {
        self.number = number
        state = Mutex(State(open: count))
    }

    /// Whether the sender has given up: nothing more is started.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// So many messages have their outcomes, which were reported before.
    func finish(_ count: Int = 1) {
        wake { $0.open -= count }
    }

    /// A message has to be sent again.
    func giveBack(_ message: Returned) {
        wake { $0.returned.append(message) }
    }

    /// The next messages to be sent again; `nil` when every message has its outcome.
    func next() async -> [Returned]? {
        await withCheckedContinuation { (sender: CheckedContinuation<Void, Never>) in
            let isReady = state.withLock { state in
                guard state.open > 0, state.returned.isEmpty else { return true }
                state.sender = sender
                return false
            }
            if isReady { sender.resume() }
        }
        return state.withLock { state in
            defer { state.returned = [] }
            return state.open > 0 ? state.returned : nil
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let sender = state.withLock { state -> CheckedContinuation<Void, Never>? in
            change(&state)
            guard state.open == 0 || !state.returned.isEmpty else { return nil }
            defer { state.sender = nil }
            return state.sender
        }
        sender?.resume()
    }
}
