public import PealCore
public import PealStore

/// Moves triggers that nobody was decided about yet, and brings cancelled ones back.
public struct TriggerMoves: Sendable {
    /// Ahead of now that a trigger may be moved to.
    private static let farthest = Duration.seconds(366 * 86_400)

    private let store: any TriggerStore
    private let catalogs: CatalogRegistry
    private let zones: @Sendable (String) -> Zone?
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    ///
    /// `zones` gives the rules of a zone, whose calendar sender limits count by.
    public init(
        store: any TriggerStore,
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
    ///   - sendAt: when to send; what is past means now.
    /// - Returns: the trigger as it stands then; `nil` when the app has none by that identifier.
    /// - Throws: ``IntakeProblem`` when it stays as it is, or what the store says.
    public func reschedule(_ id: TriggerID, app: AppID, to sendAt: Timestamp) async throws -> TriggerReport? {
        let instant = now()
        try check(sendAt, now: instant)
        guard let type = try await store.trigger(id, app: app)?.type else { return nil }
        let limits = limits(of: type, app)
        return try Self.report(
            await store.reschedule(id, app: app, to: sendAt, limits: limits, now: instant),
            pointer: "/sendAt"
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
        guard let type = try await store.trigger(id, app: app)?.type else { return nil }
        return try Self.report(
            await store.resume(
                id,
                app: app,
                sendAt: sendAt,
                limits: limits(of: type, app),
                now: instant,
                answer: answer
            ),
            pointer: ""
        )
    }

    private func limits(of type: TypeID, _ app: AppID) -> LimitCheck? {
        catalogs.inForce(app).flatMap { LimitCheck(of: type, in: $0, zones: zones) }
    }

    private func check(_ sendAt: Timestamp, now: Timestamp) throws(IntakeProblem) {
        guard sendAt <= now + Self.farthest else {
            throw IntakeProblem(
                code: .invalid,
                details: [.init(detail: "must be at most 366 days ahead", pointer: "/sendAt")]
            )
        }
    }

    private static func report(_ change: TriggerChange?, pointer: String) throws(IntakeProblem) -> TriggerReport? {
        switch change {
        case nil: return nil
        case .changed(let report): return report
        case .refused(.limit(let refusal)): throw IntakeProblem(refusal)
        case .refused(let refusal):
            throw IntakeProblem(code: .invalid, details: [.init(detail: words(refusal), pointer: pointer)])
        }
    }

    private static func words(_ refusal: TriggerChange.Refusal) -> String {
        switch refusal {
        case .fannedOut(let phase): "too late: its fan-out has started (\(phase.rawValue))"
        case .isCancelled: "the trigger is cancelled: resume it instead"
        case .isNotCancelled: "the trigger is not cancelled"
        case .localTime: "the trigger is sent at each recipient's local time and cannot be moved to one instant"
        case .isForgotten: "its data was deleted by retention: send a new trigger"
        case .claimed(let holder): "\(holder) was accepted for the same transition meanwhile"
        case .limit(let refusal): "the limit \"\(refusal.limit.id)\" is reached"
        }
    }
}
