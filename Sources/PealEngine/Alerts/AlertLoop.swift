import Logging
import PealCore
public import ServiceLifecycle
import Synchronization

/// Measures alerts every ten seconds, and what is read from counts less often; apart from the way of a push.
public struct AlertLoop: Service {
    private let monitor: AlertMonitor
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()
    private let turns = Turns()

    /// When facts were looked at last.
    private final class Turns: Sendable {
        private let last = Mutex<[AlertRule.Basis: Timestamp]>([:])

        func due(at now: Timestamp) -> Set<AlertRule.Basis> {
            last.withLock { last in
                let due = AlertRule.Basis.allCases.filter { basis in
                    guard let before = last[basis], before <= now else { return true }
                    return now - before >= basis.interval
                }
                for basis in due { last[basis] = now }
                return Set(due)
            }
        }
    }

    init(_ monitor: AlertMonitor, clock: any PealClock, metrics: PipelineMetrics, logger: Logger) {
        self.monitor = monitor
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown, then stores what was counted.
    public func run() async throws {
        let loop = RestartingLoop(name: "alerts", wakeUp: never, clock: clock, metrics: metrics, logger: logger)
        await loop.run {
            try await monitor.step(turns.due(at: clock.now))
            return .until(clock.now + AlertRule.Basis.now.interval)
        }
        try? await monitor.flush()
    }

    /// Measures everything now.
    public func step() async throws { try await monitor.step(Set(AlertRule.Basis.allCases)) }
}
