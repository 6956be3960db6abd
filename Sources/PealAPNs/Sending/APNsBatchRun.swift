import Synchronization

/// The pushes of one batch that are under way: counts those without a result, and knows when the batch is cancelled.
final class APNsBatchRun: Sendable {
    private struct State {
        var open: Int
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// Names the batch at the connections.
    let number: Int
    private let report: @Sendable (APNsAttempt, APNsReasons.Reading) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - number: names the batch at the connections.
    ///   - count: how many pushes there are.
    ///   - report: called once for each push, from any thread.
    init(number: Int, count: Int, report: @escaping @Sendable (APNsAttempt, APNsReasons.Reading) -> Void) {
        self.number = number
        self.report = report
        state = Mutex(State(open: count))
    }

    /// Whether its sender has given up: nothing more is started.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// A push has its result.
    func finish(_ attempt: APNsAttempt, _ reading: APNsReasons.Reading) {
        // Reported before it is counted: when the last one is counted, all are reported.
        report(attempt, reading)
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.open -= 1
            guard state.open == 0 else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns when every push has its result.
    func finished() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                guard state.open > 0 else { return true }
                state.waiter = waiter
                return false
            }
            if isOver { waiter.resume() }
        }
    }
}
