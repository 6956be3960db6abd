package import Synchronization

/// The messages of one batch that are under way over HTTP/2.
///
/// An answer that decides a message ends it where it arrives, on the event loop. A message that has to be sent again is
/// returned to the sender of the batch, who waits in ``next()``.
package final class HTTP2BatchRun<Returned: Sendable>: Sendable {
    // Its methods are called for each message: they are inlinable, so that they are specialised where they are used.
    @usableFromInline
    struct State {
        @usableFromInline var open: Int
        @usableFromInline var returned: [Returned] = []
        @usableFromInline var isCancelled = false
        @usableFromInline var sender: CheckedContinuation<Void, Never>?

        @usableFromInline
        init(open: Int) { self.open = open }
    }

    /// Names the batch at the connections.
    package let number: Int
    @usableFromInline let state: Mutex<State>

    /// Expects an end for each of so many messages.
    package init(number: Int, count: Int) {
        self.number = number
        state = Mutex(State(open: count))
    }

    /// Whether the sender has given up: nothing more is started.
    @inlinable package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The sender gives up.
    package func cancel() { state.withLock { $0.isCancelled = true } }

    /// So many messages have their outcomes, which were reported before.
    @inlinable
    package func finish(_ count: Int = 1) {
        wake { $0.open -= count }
    }

    /// A message has to be sent again.
    @inlinable
    package func giveBack(_ message: Returned) {
        wake { $0.returned.append(message) }
    }

    /// Waits for messages to be sent again; only one task may wait.
    /// - Returns: the next ones; `nil` when every message has its outcome.
    package func next() async -> [Returned]? {
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

    @inlinable
    func wake(_ change: (inout State) -> Void) {
        let sender = state.withLock { state -> CheckedContinuation<Void, Never>? in
            change(&state)
            guard state.open == 0 || !state.returned.isEmpty else { return nil }
            defer { state.sender = nil }
            return state.sender
        }
        sender?.resume()
    }
}
