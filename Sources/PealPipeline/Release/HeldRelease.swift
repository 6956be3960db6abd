public import Logging
import PealCore
public import PealStore

/// Decides held pushes again when their time has come, on a fresh snapshot of the person.
public struct HeldRelease: Sendable {
    private let store: any FanOutStore
    private let decider: PageDecider
    private let clock: any PealClock
    private let work: WorkSignals
    private let vault: DataVault
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger
    private let pace = ReleasePace()

    /// Held pushes that are spread in one transaction.
    static let spreadStep = 5_000

    /// Wires the loop.
    public init(
        store: any FanOutStore,
        decider: PageDecider,
        vault: DataVault,
        clock: any PealClock,
        work: WorkSignals,
        metrics: PipelineMetrics,
        crash: CrashPoints,
        logger: Logger
    ) {
        self.store = store
        self.decider = decider
        self.vault = vault
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.crash = crash
        self.logger = logger
    }

    /// One round; returns whether there may be more to do at once.
    package func round() async throws -> Bool {
        let now = clock.now
        let room = pace.room(at: now)
        let due = try await store.dueHeld(now: now, limit: max(1, min(200, room)))
        guard !due.isEmpty else { return false }
        guard room > 0 else {
            let start = pace.take(Self.spreadStep, at: now)
            try await store.spreadHeld(now: now, from: start, perSecond: pace.share, limit: Self.spreadStep)
            return true
        }
        var releases: [ReleasedNotification] = []
        var histories = HistoryBook()
        var known: Set<HistoryOwner> = []
        for held in due {
            do {
                let app = held.trigger.trigger.app
                if known.insert(HistoryOwner(app: app, user: held.userID)).inserted {
                    var needs = HistoryNeeds()
                    for other in due where other.userID == held.userID && other.trigger.trigger.app == app {
                        if let rules = try? decider.rules(for: other.trigger.trigger) { needs.add(rules.type) }
                    }
                    try await histories.read([held.userID], app: app, needs: needs, from: store, now: now)
                }
                releases.append(try await release(held, &histories, now: now))
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
        crash.pass(.beforeReleaseCommit)
        try await store.release(releases)
        crash.pass(.afterReleaseCommit)
        pace.count(releases.count)
        work.deliverable.fire()
        work.progress.fire()
        return true
    }

    private struct HistoryOwner: Hashable {
        var app: AppID
        var user: UserID
    }

    private func release(_ held: HeldNotification, _ histories: inout HistoryBook, now: Timestamp) async throws
        -> ReleasedNotification
    {
        var trigger = held.trigger.trigger
        let decision: Decision
        var bundle: BundleText?
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
            let history = histories[trigger.app, held.userID]
            (decision, bundle) = try decider.release(held, snapshot, trigger: trigger, history: history, now: now)
            histories.renote(decision, of: rules.type, app: trigger.app, user: held.userID, at: now)
        }
        return ReleasedNotification(
            id: held.id,
            app: trigger.app,
            userID: held.userID,
            decision: decision,
            bundle: bundle,
            at: now
        )
    }

    private func heldOn(_ held: HeldNotification, now: Timestamp) -> ReleasedNotification {
        let decision = Decision(
            inApp: held.inApp,
            push: .hold(until: now + FanOut.mendingTime),
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
