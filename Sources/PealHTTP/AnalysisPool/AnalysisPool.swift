import PealCore
import PealWire

/// Runs what may compute or read for long (lint, diff, why): one at a time for each app, within a deadline, on threads of
/// its own.
struct AnalysisPool: Sendable {
    let queue: AnalysisQueue
    let executor: AnalysisExecutor
    let deadline: Duration
    let wait: @Sendable (Duration) async throws -> Void

    /// Runs `work`; it has to notice that it is cancelled.
    /// - Throws: ``Problem`` `limit-reached` when too many wait, `overloaded` when the deadline passed.
    func run<Result: Sendable>(
        _ app: AppID,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask(executorPreference: executor) { [queue] in try await queue.run(app, work) }
            group.addTask { [wait, deadline] in
                try await wait(deadline)
                return nil
            }
            defer { group.cancelAll() }
            if let result = try await group.next() ?? nil { return result }
            throw Problem(
                .overloaded,
                "this took longer than \(deadline.iso8601); ask for less, or run `peal lint`, `peal diff` or `peal why`",
                retryAfter: 1
            )
        }
    }
}
