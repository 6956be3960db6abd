public import Logging
import PealCore
public import PealStore
public import ServiceLifecycle

/// Decides: releases held pushes, closes bundling windows, and fans triggers out, one after another.
///
/// One loop for all of them, because each may count against the same person's caps.
public struct DecisionLoop: Service {
    private let store: any FanOutStore
    private let release: HeldRelease
    private let closing: WindowClosing
    private let fanOut: FanOut
    private let clock: any PealClock
    private let work: WorkSignals
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// Wires the loop.
    public init(
        store: any FanOutStore,
        release: HeldRelease,
        closing: WindowClosing,
        fanOut: FanOut,
        clock: any PealClock,
        work: WorkSignals,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.release = release
        self.closing = closing
        self.fanOut = fanOut
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "decide", signal: work.accepted, clock: clock, metrics: metrics, logger: logger).run
        {
            let now = clock.now
            return try await round() ? .none : .until(try await store.nextDue(after: now))
        }
    }

    /// One round of each; returns whether there may be more to do at once.
    package func round() async throws -> Bool {
        // What could not be done of one keeps the others from nothing.
        var failure: (any Error)?
        var isBusy = false
        for step in [release.round, closing.round, fanOut.round] {
            do {
                if try await step() { isBusy = true }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return isBusy
    }
}
