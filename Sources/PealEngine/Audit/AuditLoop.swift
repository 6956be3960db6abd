import Logging
import PealCore
import PealCrypto
public import ServiceLifecycle

/// Writes audit logs, and signs their checkpoints.
///
/// It looks every second and is woken by nothing: many events then share a transaction. Who reads a log meanwhile has it
/// written up first (``AuditLog/catchUp()``).
public struct AuditLoop: Service {
    private let log: AuditLog
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let wakeUp = WakeUp()

    /// How often the event log is read.
    static let pause = Duration.seconds(1)
    /// How often a log that grows gets a checkpoint.
    static let checkpointPause = Duration.seconds(60)

    init(_ log: AuditLog, clock: any PealClock, metrics: PipelineMetrics, logger: Logger) {
        self.log = log
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        var signedAt: Timestamp?
        await RestartingLoop(name: "audit", wakeUp: wakeUp, clock: clock, metrics: metrics, logger: logger).run {
            try await log.catchUp { !Task.isShuttingDownGracefully }
            let now = clock.now
            if signedAt.map({ now - $0 >= Self.checkpointPause || now < $0 }) ?? true {
                try await sign()
                signedAt = now
            }
            return .until(now + Self.pause)
        }
    }

    /// Signs what has grown; the log line is the first copy that leaves the database.
    package func sign() async throws {
        for signed in try await log.checkpoint() {
            logger.notice(
                "audit checkpoint",
                metadata: [
                    "app": "\(signed.checkpoint.app)", "size": "\(signed.checkpoint.size)",
                    "checkpoint": "\(signed.text)",
                ]
            )
        }
    }

    /// Reads one page of events; whether there were any.
    package func step() async throws -> Bool { try await log.step() }
}
