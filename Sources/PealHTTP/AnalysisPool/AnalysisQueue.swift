import PealCore
import PealWire
import Synchronization

/// Lets one analysis of each app run at a time; a few more wait, in order.
final class AnalysisQueue: Sendable {
    private struct Waiting {
        var number: UInt64
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var numbers: UInt64 = 0
        /// Apps that have one running, with those that wait.
        var running: [AppID: [Waiting]] = [:]
    }

    private let waitingLimit: Int
    private let state = Mutex(State())

    /// - Parameter waitingLimit: how many of one app may wait.
    init(waitingLimit: Int) { self.waitingLimit = waitingLimit }

    /// Analyses that wait, of all apps.
    var waiting: Int { state.withLock { $0.running.values.reduce(0) { $0 + $1.count } } }

    /// Runs `work` when it is its turn.
    /// - Throws: ``Problem`` `limit-reached` when too many wait, and what `work` throws.
    func run<Result>(_ app: AppID, _ work: () async throws -> Result) async throws -> Result {
        try await enter(app)
        defer { leave(app) }
        try Task.checkCancellation()
        return try await work()
    }

    private func enter(_ app: AppID) async throws {
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                join(app, Waiting(number: number, continuation: continuation))
                // Cancelled before it stood in the queue: the handler has already run.
                if Task.isCancelled { giveUp(app, number) }
            }
        } onCancel: {
            giveUp(app, number)
        }
    }

    private func join(_ app: AppID, _ waiting: Waiting) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            guard let others = state.running[app] else {
                state.running[app] = []
                return .success(())
            }
            guard others.count < waitingLimit else { return .failure(Self.busy) }
            state.running[app, default: []].append(waiting)
            return nil
        }
        if let outcome { waiting.continuation.resume(with: outcome) }
    }

    private func giveUp(_ app: AppID, _ number: UInt64) {
        let waiting = state.withLock { state -> Waiting? in
            guard let index = state.running[app]?.firstIndex(where: { $0.number == number }) else { return nil }
            return state.running[app]?.remove(at: index)
        }
        waiting?.continuation.resume(throwing: CancellationError())
    }

    private func leave(_ app: AppID) {
        let next = state.withLock { state -> Waiting? in
            guard let waiting = state.running[app], !waiting.isEmpty else {
                state.running[app] = nil
                return nil
            }
            return state.running[app]?.removeFirst()
        }
        next?.continuation.resume()
    }

    private static let busy = Problem(
        .limitReached,
        "too many analyses of this app are waiting: lint, diff and why run one at a time",
        retryAfter: 1,
        limit: "analyses"
    )
}
