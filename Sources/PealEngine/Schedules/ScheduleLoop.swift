import Logging
import PealCore
import PealStore
public import ServiceLifecycle

/// Fires types by themselves when a time that entities carry has come (R034, R053, R066).
///
/// A firing and its trigger are written in one step, so that a crash leaves both or neither.
public struct ScheduleLoop: Service {
    private let store: any EntityPorts
    let planner: SchedulePlanner
    private let triggers: ScheduledTriggers
    private let entities: ChangeEntities
    private let clock: any PealClock
    private let work: WorkSignals
    private let gate: BacklogGate
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger

    /// Firings a round ends at most.
    static let roundWidth = 200

    /// Wires the loop.
    /// - Parameters:
    ///   - ports: the store, catalogs, clocks and zones.
    ///   - planner: plans what is not planned when the loop starts.
    ///   - vault: seals the data of triggers.
    ///   - gate: counts the triggers that are made.
    ///   - metrics: counts them, too.
    init(
        ports: EnginePorts,
        planner: SchedulePlanner,
        vault: DataVault,
        gate: BacklogGate,
        metrics: PipelineMetrics
    ) {
        store = ports.store
        self.planner = planner
        triggers = ScheduledTriggers(catalogs: ports.catalogs, vault: vault, ids: ports.ids, zones: ports.zones)
        entities = ChangeEntities(store: ports.store, catalogs: ports.catalogs)
        clock = ports.clock
        work = ports.work
        self.gate = gate
        self.metrics = metrics
        crash = ports.crash
        logger = ports.logger
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
        var firings: [ScheduleFiring] = []
        var ends: [ChangeGroup] = []
        for schedule in due {
            switch triggers.end(of: schedule, now: now) {
            case .trigger(let submission): firings.append(ScheduleFiring(schedule: schedule, submission: submission))
            case .plan: try await entities.plan(schedule.entity, app: schedule.app, now: now)
            case .without(let event): ends += end(schedule, event, now: now)
            }
        }
        // One that was moved, or is planned by another catalog meanwhile, is seen in the next round.
        if !ends.isEmpty { _ = try await store.apply(ends) }
        try await fire(firings, now: now)
        for app in Set(due.map(\.app)) { try await WithdrawFirings(store: store).finish(app: app) }
        return .none
    }

    private func fire(_ firings: [ScheduleFiring], now: Timestamp) async throws {
        guard !firings.isEmpty else { return }
        crash.pass(.beforeAccept)
        let results = try await store.fire(firings, now: now)
        crash.pass(.afterAccept)
        for acceptance in results.compactMap(\.self) { metrics.taken(acceptance) }
        for (firing, acceptance) in zip(firings, results) where acceptance?.isAccepted == true {
            gate.add(1, of: firing.schedule.app)
        }
    }

    /// Ends a firing that makes no trigger.
    private func end(_ schedule: DueSchedule, _ event: FiringMachine.Event, now: Timestamp) -> [ChangeGroup] {
        guard let change = FiringChange(ending: schedule.type, schedule.time, by: event, at: now) else { return [] }
        report(schedule, event)
        let changes: [Change] = [.expectPlanned(schedule.planned), .changeFirings(of: schedule.entity, [change])]
        return [ChangeGroup(app: schedule.app, changes)]
    }

    private func report(_ schedule: DueSchedule, _ event: FiringMachine.Event) {
        guard let state = FiringMachine.next(.waiting, on: event) else { return }
        let level: Logger.Level = state == .failed ? .error : .debug
        logger.log(
            level: level,
            "scheduled type does not fire",
            metadata: [
                "app": "\(schedule.app)", "type": "\(schedule.type)", "entity": "\(schedule.entity)",
                "state": "\(state.rawValue)", "reason": "\(event.reason?.rawValue ?? "")",
            ]
        )
    }
}
