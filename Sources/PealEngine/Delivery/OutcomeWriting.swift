import Logging
import PealCore
import ServiceLifecycle

/// Repeats what loops that send ask of the store until it is done.
struct OutcomeWriting: Sendable {
    let clock: any PealClock
    let metrics: PipelineMetrics
    let logger: Logger

    /// Runs a change until it is on disk; `nil` when shutdown came first.
    func untilWritten<Value: Sendable>(_ change: () async throws -> Value) async -> Value? {
        var failures = 0
        while true {
            do {
                return try await change()
            } catch {
                failures = min(failures + 1, 6)
                failed(error)
                guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
                let pause = clock.now + .milliseconds(100 << failures)
                await cancelWhenGracefulShutdown { [clock] in try? await clock.sleep(until: pause) }
            }
        }
    }

    /// Counts and logs what failed.
    func failed(_ error: any Error) {
        metrics.loopErrors.increment()
        logger.error("the store refuses what a sending loop asks; trying again", metadata: ["error": "\(error)"])
    }
}
