public import PealCore

/// Reads triggers, and the facts that their acceptance or another time is planned from.
public protocol TriggerStore: Sendable {
    /// Reads facts in one snapshot.
    func acceptFacts(_ needs: AcceptNeeds, app: AppID) async throws -> AcceptFacts

    /// Reads what triggers are checked against, in one snapshot; looks at few rows, however large an audience is.
    func directoryFacts(_ needs: DirectoryNeeds, app: AppID) async throws -> DirectoryFacts

    /// A trigger that is to be moved or resumed; `nil` when the app has none by that identifier.
    ///
    /// A claim that expired by `now` has no holder.
    func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts?

    /// How many accepted triggers of each app still wait to be fanned out, now or at a later time.
    func backlogs() async throws -> [AppID: Int]

    /// One trigger with its counts; `nil` when the app has none by that identifier.
    func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport?

    /// Triggers, newest first.
    func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport>
}

extension TriggerStore {
    /// How many accepted triggers of all apps still wait to be fanned out.
    public func backlog() async throws -> Int { try await backlogs().values.reduce(0, +) }
}
