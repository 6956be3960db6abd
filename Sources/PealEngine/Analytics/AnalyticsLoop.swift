import Logging
import PealCore
public import ServiceLifecycle

/// Reads the event log for analytics, a second's events at a time: pages that are full cost less than one for each commit.
public struct AnalyticsLoop: Service {
    private let read: ReadAnalytics
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()

    private static let rest = Duration.seconds(1)

    init(_ read: ReadAnalytics, clock: any PealClock, metrics: PipelineMetrics, logger: Logger) {
        self.read = read
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "analytics", wakeUp: never, clock: clock, metrics: metrics, logger: logger).run {
            try await read.catchUp()
            return .until(clock.now + Self.rest)
        }
    }

    /// Reads all that is in the log now.
    package func step() async throws { try await read.catchUp() }
}
