public import Logging
import PealCore
public import PealStore
public import ServiceLifecycle

/// Deletes expired idempotent answers and claims, in bounded steps that never stall the writers, and finishes cancels
/// that a crash cut off and erasures that a reader was in the way of.
public struct Sweeper: Service {
    private let store: any IdempotencyStore & DirectoryStore & CancelPorts
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()

    /// Wires the sweeper.
    public init(
        store: any IdempotencyStore & DirectoryStore & CancelPorts,
        clock: any PealClock,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "sweep", wakeUp: never, clock: clock, metrics: metrics, logger: logger).run {
            try await round()
        }
    }

    /// Rows that one step deletes.
    static let step = 500

    /// Finishes cancels and erasures, then one bounded step; the next follows at once while there is more.
    func round() async throws -> RestartingLoop.Rest {
        let cancels = CancelTriggers(store: store)
        while try await cancels.continueInterrupted(limit: Self.step) {}
        let now = clock.now
        let isErased = try await store.finishErasing()
        guard try await store.sweepExpired(now: now, limit: Self.step) < Self.step else { return .none }
        return .until(now + (isErased ? .seconds(600) : .seconds(1)))
    }
}
