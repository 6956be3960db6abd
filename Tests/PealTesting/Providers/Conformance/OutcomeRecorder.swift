import PealCore
import PealProviderKit
import Synchronization

/// Keeps every outcome a provider reports, and lets a test wait for the one of a message.
final class OutcomeRecorder: Sendable {
    private struct State {
        var outcomes: [Int: [SendOutcome]] = [:]
        var waiters: [(index: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Where the provider reports.
    var sink: OutcomeSink { OutcomeSink { [self] in take($0) } }

    /// What was reported of each message, by its position.
    var outcomes: [Int: [SendOutcome]] { state.withLock { $0.outcomes } }

    /// Returns once a message has an outcome.
    func reported(_ index: Int) async {
        await withCheckedContinuation { continuation in
            let isReported = state.withLock { state in
                if state.outcomes[index] != nil { return true }
                state.waiters.append((index, continuation))
                return false
            }
            if isReported { continuation.resume() }
        }
    }

    private func take(_ outcomes: [PushOutcome]) {
        let waiters = state.withLock { state in
            for outcome in outcomes { state.outcomes[outcome.index, default: []].append(outcome.outcome) }
            let known = state.outcomes
            defer { state.waiters.removeAll { known[$0.index] != nil } }
            return state.waiters.filter { known[$0.index] != nil }
        }
        for waiter in waiters { waiter.continuation.resume() }
    }
}
