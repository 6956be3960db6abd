public import PealCore
public import PealStore

/// The ports that another time of a trigger needs.
public typealias MovePorts = TriggerStore & ChangeStore

/// Moves triggers that nobody was decided about yet, and brings cancelled ones back.
public struct TriggerMoves: Sendable {
    private let store: any MovePorts
    private let catalogs: CatalogRegistry
    private let zones: @Sendable (String) -> Zone?
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    ///
    /// `zones` gives the rules of a zone, whose calendar sender limits count by.
    public init(
        store: any MovePorts,
        catalogs: CatalogRegistry,
        zones: @escaping @Sendable (String) -> Zone?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.zones = zones
        self.now = now
    }

    /// Gives a trigger another time before its fan-out; its expiry moves along.
    /// - Parameters:
    ///   - id: the trigger.
    ///   - app: its app.
    ///   - sendAt: when to send; what is past by an hour at most means now.
    /// - Returns: the trigger as it stands then; `nil` when the app has none by that identifier.
    /// - Throws: ``IntakeProblem`` when it stays as it is, or what the store says.
    public func reschedule(_ id: TriggerID, app: AppID, to sendAt: Timestamp) async throws -> TriggerReport? {
        let instant = now()
        try check(sendAt, now: instant)
        return try Self.report(
            await change(id, app: app, .reschedule(to: sendAt), now: instant),
            pointer: "/sendAt",
            now: instant
        )
    }

    /// Lets a trigger that was cancelled before its fan-out wait again.
    /// - Parameters:
    ///   - id: the trigger.
    ///   - app: its app.
    ///   - sendAt: when to send; without it at its old time, or now.
    ///   - answer: makes the idempotent answer, stored in the same transaction.
    /// - Returns: the trigger as it stands then; `nil` when the app has none by that identifier.
    /// - Throws: ``IntakeProblem`` when it stays as it is, or what the store says.
    public func resume(
        _ id: TriggerID,
        app: AppID,
        sendAt: Timestamp?,
        answer: IdempotentAnswer<TriggerReport>?
    ) async throws -> TriggerReport? {
        let instant = now()
        if let sendAt { try check(sendAt, now: instant) }
        let wish = Wish.resume(at: sendAt, answer)
        return try Self.report(await change(id, app: app, wish, now: instant), pointer: "", now: instant)
    }

    /// Plans from facts and applies; what changed meanwhile is read again.
    func change(_ id: TriggerID, app: AppID, _ wish: Wish, now: Timestamp) async throws -> TriggerChange? {
        try await store.applyPlanned(to: app) { _ in
            guard let report = try await store.trigger(id, app: app),
                let facts = try await store.moveFacts(of: id, app: app, now: now)
            else { return ([], nil) }
            if let refusal = wish.obstacle(facts) { return ([], .refused(refusal)) }
            let quota = TriggerQuota(store: store, limits: limits(of: report.type, app))
            let plan: TriggerQuota.Plan
            switch try await quota.plan(facts.trigger, dueAt: wish.dueAt(facts, now: now)) {
            case .planned(let planned): plan = planned
            case .refused(let refusal): return ([], .limited(refusal))
            }
            let changed = Self.report(report, dueAt: plan.time.dueAt)
            return (wish.changes(facts, plan, changed, now: now), .changed(changed))
        }
    }

    /// The trigger as it stands at another time: nobody is decided about, so there is nothing to count.
    private static func report(_ report: TriggerReport, dueAt: Timestamp) -> TriggerReport {
        var report = report
        report.dueAt = dueAt
        report.status = TriggerMachine.status(.waiting, isDelayed: dueAt > report.acceptedAt, open: 0)
        return report
    }

    private func limits(of type: TypeID, _ app: AppID) -> LimitCheck? {
        catalogs.inForce(app).flatMap { LimitCheck(of: type, in: $0, zones: zones) }
    }

    private func check(_ sendAt: Timestamp, now: Timestamp) throws(IntakeProblem) {
        guard let problem = SendTime.problem(with: sendAt, now: now) else { return }
        throw IntakeProblem(code: .invalid, details: [.init(detail: problem, pointer: "/sendAt")])
    }

    private static func report(_ change: TriggerChange?, pointer: String, now: Timestamp) throws(IntakeProblem)
        -> TriggerReport?
    {
        switch change {
        case nil: return nil
        case .changed(let report): return report
        case .limited(let refusal): throw IntakeProblem(refusal, now: now)
        case .refused(let refusal):
            throw IntakeProblem(code: .invalid, details: [.init(detail: words(refusal), pointer: pointer)])
        }
    }

    private static func words(_ refusal: MoveRefusal) -> String {
        switch refusal {
        case .fannedOut(let phase): "too late: its fan-out has started (\(phase.rawValue))"
        case .isCancelled: "the trigger is cancelled: resume it instead"
        case .isNotCancelled: "the trigger is not cancelled"
        case .localTime: "the trigger is sent at each recipient's local time and cannot be moved to one instant"
        case .isForgotten: "its data was deleted by retention: send a new trigger"
        case .claimed(let holder): "\(holder) was accepted for the same transition meanwhile"
        }
    }
}
