import Logging
public import PealStore

/// The ports that decisions need.
public typealias DecisionPorts = FanOutStore & ChangeStore & DecisionLogStore

/// What the steps of the decision loop share.
public struct DecisionDependencies: Sendable {
    var store: any DecisionPorts
    /// Writes decisions that lead to pushes.
    let commit: ClaimingCommit
    let earlier: ResolveEarlier
    let decider: PageDecider
    let encryption: PayloadEncryption
    let clock: any PealClock
    let work: PipelineWakeUps
    let metrics: PipelineMetrics
    let tally: TriggerTally
    let crash: CrashPoints
    let logger: Logger
    let slices: DecisionSlices
    let workers: Int

    /// Joins the parts.
    /// - Parameters:
    ///   - store: where triggers, held pushes and windows wait.
    ///   - commit: writes decisions that lead to pushes.
    ///   - cancels: where earlier notifications are, which a trigger may resolve.
    ///   - decider: decides about users.
    ///   - encryption: opens the data of triggers.
    ///   - clock: tells what is due.
    ///   - work: wakes those who wait for decisions.
    ///   - metrics: counts decisions and what went wrong.
    ///   - tally: counts for alerts.
    ///   - crash: where a test may kill the process.
    ///   - logger: hears of what cannot be read.
    ///   - workers: how many parts of a slice are decided at the same time.
    init(
        store: any DecisionPorts,
        commit: ClaimingCommit,
        cancels: any CancelPorts & InboxStore & DecisionLogStore,
        decider: PageDecider,
        encryption: PayloadEncryption,
        clock: any PealClock,
        work: PipelineWakeUps,
        metrics: PipelineMetrics,
        tally: TriggerTally,
        crash: CrashPoints,
        logger: Logger,
        workers: Int
    ) {
        self.store = store
        self.commit = commit
        earlier = ResolveEarlier(store: cancels, encryption: encryption)
        self.decider = decider
        self.encryption = encryption
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.tally = tally
        self.crash = crash
        self.logger = logger
        self.workers = workers
        slices = DecisionSlices(uptime: metrics.loops.uptime)
    }
}
