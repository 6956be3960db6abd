public import Logging
import PealCore
public import PealStore
public import ServiceLifecycle

/// Deletes expired idempotent answers and claims, in bounded steps that never stall the writers, and finishes cancels
/// that a crash cut off.
public struct Sweeper: Service {
    private let store: any IdempotencyStore & TriggerStore
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let wake: WakeSignal
    private let never = WakeSignal()

    /// Wires the sweeper.
    ///
    /// `wake` is fired when a cancel went on that may have made decisions due.
    public init(
        store: any IdempotencyStore & TriggerStore,
        clock: any PealClock,
        wake: WakeSignal = WakeSignal(),
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.clock = clock
        self.wake = wake
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "sweep", signal: never, clock: clock, metrics: metrics, logger: logger).run {
            try await round()
        }
    }

    /// Finishes cancels, then one bounded step; a short pause when there is more.
    func round() async throws -> RestartingLoop.Rest {
        var wentOn = false
        while try await store.continueCancel(limit: 500) { wentOn = true }
        // What was in one bundle with it is due again.
        if wentOn { wake.fire() }
        let now = clock.now
        let limit = 1_000
        let gone = try await store.sweepExpired(now: now, limit: limit)
        let pause: Duration = gone == limit ? .seconds(1) : .seconds(600)
        return .until(now + pause)
    }
}
