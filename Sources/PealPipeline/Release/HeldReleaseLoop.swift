public import Logging
import PealCore
public import PealStore
public import ServiceLifecycle

/// Decides held pushes again when their time has come, on a fresh snapshot of the person.
public struct HeldReleaseLoop: Service {
    private let store: any FanOutStore
    private let decider: PageDecider
    private let clock: any PealClock
    private let work: WorkSignals
    private let vault: DataVault
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// Wires the loop.
    public init(
        store: any FanOutStore,
        decider: PageDecider,
        vault: DataVault,
        clock: any PealClock,
        work: WorkSignals,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.decider = decider
        self.vault = vault
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "release", signal: work.held, clock: clock, metrics: metrics, logger: logger).run {
            try await round()
        }
    }

    func round() async throws -> RestartingLoop.Rest {
        let now = clock.now
        let due = try await store.dueHeld(now: now, limit: 200)
        guard !due.isEmpty else { return .until(try await store.nextDue(after: now)) }
        var releases: [ReleasedNotification] = []
        for held in due {
            do {
                releases.append(try await release(held, now: now))
            } catch let error as CancellationError {
                throw error
            } catch {
                // One that cannot be read stays held a little longer, and keeps no other waiting.
                metrics.loopErrors.increment()
                logger.error(
                    "held push cannot be released",
                    metadata: ["notification": "\(held.id)", "error": "\(error)"]
                )
                releases.append(heldOn(held, now: now))
            }
        }
        try await store.release(releases)
        work.deliverable.fire()
        work.progress.fire()
        return .none
    }

    private func release(_ held: HeldNotification, now: Timestamp) async throws -> ReleasedNotification {
        var trigger = held.trigger.trigger
        let decision: Decision
        if held.isResolved {
            decision = resolvedElsewhere(held)
        } else {
            let rules = try decider.rules(for: trigger)
            trigger.data = try vault.open(held.trigger.sealedData, app: trigger.app, trigger: trigger.id)
            let snapshot = try await store.snapshot(
                of: held.userID,
                app: trigger.app,
                ownedTypes: rules.type.ownedTypes
            )
            decision = try decider.release(held, snapshot, trigger: trigger, now: now)
        }
        return ReleasedNotification(id: held.id, app: trigger.app, userID: held.userID, decision: decision, at: now)
    }

    private func heldOn(_ held: HeldNotification, now: Timestamp) -> ReleasedNotification {
        let decision = Decision(
            inApp: held.inApp,
            push: .hold(until: now + FanOutLoop.mendingTime),
            priority: .normal,
            isAlert: false,
            trace: held.trace
        )
        return ReleasedNotification(
            id: held.id,
            app: held.trigger.trigger.app,
            userID: held.userID,
            decision: decision,
            at: now
        )
    }

    /// What was read meanwhile needs no push any more (R165).
    private func resolvedElsewhere(_ held: HeldNotification) -> Decision {
        var trace = held.trace
        trace.steps.append(Trace.Step(.quietHours, .release, .resolvedElsewhere))
        return Decision(
            inApp: held.inApp,
            push: .suppress(.resolvedElsewhere),
            priority: .normal,
            isAlert: false,
            trace: trace
        )
    }
}
