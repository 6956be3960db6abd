import PealCore
import PealProviderKit
import Synchronization

/// Counts outcomes, and lets a sender wait for a number of them.
final class OutcomeTally: Sendable {
    struct Count: Sendable {
        var accepted = 0
        var errors = 0
        /// The first outcome that was not an acceptance.
        var error: String?

        var ended: Int { accepted + errors }
    }

    private struct State {
        var count = Count()
        var waiter: (number: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    /// What has been reported so far.
    var count: Count { state.withLock { $0.count } }

    /// Where a provider reports.
    var sink: OutcomeSink { OutcomeSink { [self] in take($0) } }

    /// Returns when so many outcomes have been reported; only one task may wait.
    func reached(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard state.count.ended < number else { return true }
                state.waiter = (number, continuation)
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    private func take(_ outcomes: [PushOutcome]) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            for outcome in outcomes {
                if case .accepted = outcome.outcome {
                    state.count.accepted += 1
                } else {
                    state.count.errors += 1
                    state.count.error = state.count.error ?? "\(outcome.outcome)"
                }
            }
            guard let waiter = state.waiter, state.count.ended >= waiter.number else { return nil }
            state.waiter = nil
            return waiter.continuation
        }
        continuation?.resume()
    }
}
