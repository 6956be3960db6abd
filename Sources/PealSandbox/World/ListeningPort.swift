import Synchronization

/// The port a simulator listens on, for whoever waits until it does.
package final class ListeningPort: Sendable {
    private struct State {
        var port: Int?
        var waiters: [UInt64: CheckedContinuation<Int, any Error>] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Nothing listens yet.
    package init() {}

    /// The port while the simulator takes requests.
    package var number: Int? { state.withLock { $0.port } }

    /// Returns once the simulator takes requests.
    /// - Throws: `CancellationError` when the caller is cancelled or the simulator stops before.
    package func wait() async throws -> Int {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Int, any Error>? in
                    if let port = state.port { return .success(port) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[number] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    /// The simulator listens.
    package func open(_ port: Int) {
        let waiters = state.withLock { state in
            state.port = port
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: port) }
    }

    /// The simulator stopped.
    package func close() {
        let waiters = state.withLock { state in
            state.port = nil
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(throwing: CancellationError()) }
    }
}
