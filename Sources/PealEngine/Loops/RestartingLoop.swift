import Logging
import PealCore
import ServiceLifecycle

/// Runs rounds until graceful shutdown.
///
/// A round that throws is logged and tried again after a growing pause: one bad item or a full disk never ends the
/// loop.
struct RestartingLoop {
    /// When the next round is needed.
    enum Rest {
        /// At once.
        case none
        /// At an instant or on a wake-up; only on a wake-up when there is no instant.
        case until(Timestamp?)
    }

    let name: String
    let wakeUp: WakeUp
    let clock: any PealClock
    let metrics: PipelineMetrics
    let logger: Logger

    func run(_ round: () async throws -> Rest) async {
        metrics.loops.began(name)
        defer { metrics.loops.ended(name) }
        var failures = 0
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            let version = wakeUp.version
            do {
                let rest = try await timed(round)
                failures = 0
                if case .until(let instant) = rest { await wait(after: version, until: instant) }
            } catch is CancellationError {
                return
            } catch {
                failures = min(failures + 1, 6)
                metrics.loopErrors.increment()
                logger.error("a loop failed and is retried", metadata: ["loop": "\(name)", "error": "\(error)"])
                await wait(after: version, until: clock.now + .milliseconds(100 << failures))
            }
        }
    }

    private func timed(_ round: () async throws -> Rest) async throws -> Rest {
        metrics.loops.roundBegan(name)
        defer { metrics.loops.roundEnded(name) }
        return try await round()
    }

    private func wait(after version: Int, until instant: Timestamp?) async {
        await cancelWhenGracefulShutdown { [wakeUp, clock] in
            await wakeUp.wait(after: version, until: instant, on: clock)
        }
    }
}
