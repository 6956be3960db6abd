import Logging
public import ServiceLifecycle

/// Looks at pushes that devices may have lost while they were off, when they are due.
public struct RedeliveryLoop: Service {
    private let redeliveries: Redeliveries
    private let clock: any PealClock
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// Wires the loop.
    init(
        _ redeliveries: Redeliveries,
        clock: any PealClock,
        work: PipelineWakeUps,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.redeliveries = redeliveries
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(
            name: "redeliveries",
            wakeUp: work.redeliveries,
            clock: clock,
            metrics: metrics,
            logger: logger
        ).run {
            try await step() ? .none : .until(try await redeliveries.next(after: clock.now))
        }
    }

    /// Looks at what is due; whether there was anything.
    package func step() async throws -> Bool { try await redeliveries.step(now: clock.now) }
}
