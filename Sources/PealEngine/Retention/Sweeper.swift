public import Logging
import PealCore
public import PealStore
public import ServiceLifecycle

/// Deletes expired idempotent answers and claims, in bounded steps that never stall the writers, finishes cancels that a
/// crash cut off and erasures that a reader was in the way of, and forgets erasures that no token is older than.
public struct Sweeper: Service {
    private let store: any IdempotencyStore & DirectoryStore & CancelPorts
    private let tokenLifetime: Duration
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()

    /// Wires the sweeper.
    /// - Parameters:
    ///   - store: the store.
    ///   - tokenLifetime: how long a user's token can be valid: after it, no token is from before an erasure.
    ///   - clock: the clock.
    ///   - metrics: counts rounds.
    ///   - logger: the log.
    public init(
        store: any IdempotencyStore & DirectoryStore & CancelPorts,
        tokenLifetime: Duration,
        clock: any PealClock,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.tokenLifetime = tokenLifetime
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
        try await store.forgetErasures(before: now - tokenLifetime)
        guard try await store.sweepExpired(now: now, limit: Self.step) < Self.step else { return .none }
        return .until(now + (isErased ? .seconds(600) : .seconds(1)))
    }
}
