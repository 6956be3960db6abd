import Synchronization

/// Where one connection waits: whatever happens wakes it, and it takes everything together.
final class StreamMailbox: Sendable {
    private struct State {
        var wake = StreamWake()
        var waiter: CheckedContinuation<StreamWake, Never>?
    }

    private let inputLimit: Int
    private let state = Mutex(State())

    init(inputLimit: Int) { self.inputLimit = inputLimit }

    /// Changes what the connection is woken for.
    func wake(_ change: (inout StreamWake) -> Void) {
        let resumed: (CheckedContinuation<StreamWake, Never>, StreamWake)? = state.withLock { state in
            change(&state.wake)
            guard !state.wake.isEmpty, let waiter = state.waiter else { return nil }
            defer { (state.wake, state.waiter) = (StreamWake(end: state.wake.end), nil) }
            return (waiter, state.wake)
        }
        if let (waiter, wake) = resumed { waiter.resume(returning: wake) }
    }

    /// Hands in what the client sent; at the bound the connection ends instead.
    func receive(_ text: [UInt8]) {
        wake { wake in
            if wake.inputs.count < inputLimit { wake.inputs.append(text) } else { wake.end = wake.end ?? .flooding }
        }
    }

    /// Ends the connection; the first reason counts.
    func end(_ reason: StreamEnd) { wake { $0.end = $0.end ?? reason } }

    /// Waits for the next thing to do; an end comes back each time.
    ///
    /// One task waits at a time.
    func next() async -> StreamWake {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: StreamWake? = state.withLock { state in
                    guard state.wake.isEmpty else {
                        defer { state.wake = StreamWake(end: state.wake.end) }
                        return state.wake
                    }
                    state.waiter = continuation
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            end(.gone)
        }
    }
}
