public import Logging
public import PealCore
public import PealStore
public import ServiceLifecycle

/// Fires types by themselves when a time that entities carry has come (R034, R053, R066).
///
/// A firing and its trigger are written in one step, so that a crash leaves both or neither.
public struct ScheduleLoop: Service {
    private let store: any ScheduleStore & CancelPorts
    let planner: SchedulePlanner
    private let triggers: ScheduledTriggers
    private let clock: any PealClock
    private let work: WorkSignals
    private let gate: BacklogGate
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger

    /// Firings a round ends at most.
    static let roundWidth = 200

    /// Wires the loop.
    public init(
        store: any ScheduleStore & CancelPorts,
        catalogs: CatalogRegistry,
        planner: SchedulePlanner,
        vault: DataVault,
        ids: IDGenerator,
        zones: @escaping @Sendable (String) -> Zone?,
        clock: any PealClock,
        work: WorkSignals,
        gate: BacklogGate,
        metrics: PipelineMetrics,
        crash: CrashPoints,
        logger: Logger
    ) {
        self.store = store
        self.planner = planner
        triggers = ScheduledTriggers(catalogs: catalogs, vault: vault, ids: ids, zones: zones)
        self.clock = clock
        self.work = work
        self.gate = gate
        self.metrics = metrics
        self.crash = crash
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        let loop = RestartingLoop(
            name: "schedule",
            signal: work.schedules,
            clock: clock,
            metrics: metrics,
            logger: logger
        )
        var isPlanned = false
        await loop.run {
            if !isPlanned {
                try await planner.planUnplanned()
                isPlanned = true
            }
            return try await round()
        }
    }

    /// One round; returns when the next is needed.
    func round() async throws -> RestartingLoop.Rest {
        let now = clock.now
        let due = try await store.dueSchedules(now: now, limit: Self.roundWidth)
        guard !due.isEmpty else { return .until(try await store.nextSchedule(after: now)) }
        let firings = due.map { triggers.firing($0, now: now) }
        for firing in firings { report(firing) }
        crash.pass(.beforeAccept)
        let results = try await fire(firings, now: now)
        crash.pass(.afterAccept)
        for acceptance in results.compactMap(\.self) { metrics.taken(acceptance) }
        for (firing, acceptance) in zip(firings, results) where acceptance?.isAccepted == true {
            gate.add(1, of: firing.schedule.app)
        }
        return .none
    }

    /// Ends firings; what they withdraw is withdrawn also when one of them could not be written.
    private func fire(_ firings: [ScheduleFiring], now: Timestamp) async throws -> [TriggerAcceptance?] {
        let results: [TriggerAcceptance?]
        do {
            results = try await store.fire(firings, now: now)
        } catch {
            try await withdraw(after: firings)
            throw error
        }
        try await withdraw(after: firings)
        return results
    }

    private func withdraw(after firings: [ScheduleFiring]) async throws {
        for app in Set(firings.map(\.schedule.app)) { try await WithdrawFirings(store: store).finish(app: app) }
    }

    private func report(_ firing: ScheduleFiring) {
        guard case .without(let event) = firing.ending, let state = FiringMachine.next(.waiting, on: event) else {
            return
        }
        let level: Logger.Level = state == .failed ? .error : .debug
        logger.log(
            level: level,
            "scheduled type does not fire",
            metadata: [
                "app": "\(firing.schedule.app)", "type": "\(firing.schedule.type)",
                "entity": "\(firing.schedule.entity)", "state": "\(state.rawValue)",
                "reason": "\(event.reason?.rawValue ?? "")",
            ]
        )
    }
}
