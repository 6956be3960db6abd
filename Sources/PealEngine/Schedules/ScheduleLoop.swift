import Logging
import PealCore
import PealStore
public import ServiceLifecycle

/// Fires types by themselves when a time that entities carry has come, also for users who join later (R034, R053, R066).
///
/// A firing and its trigger are written in one step, so that a crash leaves both or neither.
public struct ScheduleLoop: Service {
    private let store: any EntityPorts
    let planner: SchedulePlanner
    private let catalogs: CatalogRegistry
    private let triggers: ScheduledTriggers
    private let firings: FireSchedules
    private let entities: ChangeEntities
    private let late: AdmitLateRecipients
    private let clock: any PealClock
    private let work: PipelineWakeUps
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
    ///   - encryption: seals the data of triggers.
    ///   - gate: counts the triggers that are made.
    ///   - metrics: counts them, too.
    init(
        ports: EnginePorts,
        planner: SchedulePlanner,
        encryption: PayloadEncryption,
        gate: BacklogGate,
        metrics: PipelineMetrics
    ) {
        store = ports.store
        self.planner = planner
        catalogs = ports.catalogs
        triggers = ScheduledTriggers(triggers: OwnTriggers(encryption: encryption, ids: ports.ids, zones: ports.zones))
        firings = FireSchedules(store: ports.store)
        late = AdmitLateRecipients(store: ports.store, joins: ports.work.joins)
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
            wakeUp: work.schedules,
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
        if try await late.step(now: now) { return .none }
        let due = try await store.dueSchedules(now: now, limit: Self.roundWidth)
        guard !due.isEmpty else { return .until(try await store.nextSchedule(after: now)) }
        // Who is reminded again after a move is known once the pushes of the earlier time have left, or are withdrawn.
        try await finishWithdrawals(of: due)
        var fired: [FireSchedules.Firing] = []
        var ended: [ChangeGroup] = []
        for schedule in due {
            let catalog = catalogs.inForce(schedule.app)
            switch triggers.end(of: schedule, by: catalog, now: now) {
            case .trigger(let submission, let version):
                fired.append(FireSchedules.Firing(schedule: schedule, submission: submission, version: version))
            case .plan: try await entities.plan(schedule.entity, app: schedule.app, now: now)
            case .without(let event):
                report(schedule, event)
                let changes = schedule.ending(by: event, version: catalog?.version, at: now)
                ended.append(ChangeGroup(app: schedule.app, changes))
            }
        }
        // What has changed meanwhile, or is planned by a newer catalog, is seen in the next round.
        if !ended.isEmpty { _ = try await store.apply(ended) }
        try await fire(fired, now: now)
        try await finishWithdrawals(of: due)
        return .none
    }

    private func finishWithdrawals(of due: [DueSchedule]) async throws {
        for app in Set(due.map(\.app)).sorted() { try await WithdrawFirings(store: store).finish(app: app) }
    }

    private func fire(_ fired: [FireSchedules.Firing], now: Timestamp) async throws {
        guard !fired.isEmpty else { return }
        crash.pass(.beforeAccept)
        let (acceptances, failure) = try await firings.fire(fired, now: now)
        crash.pass(.afterAccept)
        for (firing, acceptance) in zip(fired, acceptances) {
            guard let acceptance else { continue }
            metrics.app(firing.schedule.app).taken(acceptance)
            if acceptance.isAccepted { gate.add(1, of: firing.schedule.app) }
        }
        if let failure { throw failure }
    }

    private func report(_ schedule: DueSchedule, _ event: FiringMachine.Event) {
        guard let state = FiringMachine.next(.waiting, on: event) else { return }
        if state == .failed { metrics.scheduleFailed(schedule.type, of: schedule.app) }
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
