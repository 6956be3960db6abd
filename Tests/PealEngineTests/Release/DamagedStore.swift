import PealCore
import PealStore

@testable import PealEngine

/// A store in which what is kept of one user cannot be read, and whose changes can be watched.
struct DamagedStore: DecisionPorts {
    let whole: any DecisionPorts
    let damaged: UserID
    /// Called before changes are made.
    var watch: @Sendable ([ChangeGroup]) async throws -> Void = { _ in }

    private func check(_ users: some Sequence<UserID>) throws {
        if users.contains(damaged) { throw StoreError(.corrupt, "a stored value is not the JSON it should be") }
    }

    func snapshots(of users: Set<UserID>, app: AppID, ownedTypes: Set<EntityTypeID>) async throws
        -> [UserID: RecipientSnapshot]
    {
        try check(users)
        return try await whole.snapshots(of: users, app: app, ownedTypes: ownedTypes)
    }

    func items(of windows: [DueWindow], now: Timestamp, limit: Int) async throws -> [[HeldNotification]] {
        try await whole.items(of: windows, now: now, limit: limit)
    }

    func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) async throws -> [PendingTrigger] {
        try await whole.dueTriggers(now: now, limit: limit, after: last)
    }

    func dueCounts(now: Timestamp, limit: Int) async throws -> [AppID: Int] {
        try await whole.dueCounts(now: now, limit: limit)
    }

    func recipientPages(of triggers: [PendingTrigger], ownedTypes: Set<EntityTypeID>, limits: [Int]) async throws
        -> [RecipientPage]
    {
        try await whole.recipientPages(of: triggers, ownedTypes: ownedTypes, limits: limits)
    }

    func audiences(of users: [TriggerID: Set<UserID>], app: AppID) async throws -> [TriggerID: CurrentAudience] {
        try await whole.audiences(of: users, app: app)
    }

    func members(among users: Set<UserID>, of entity: EntityRef, role: String, app: AppID) async throws -> Set<UserID> {
        try await whole.members(among: users, of: entity, role: role, app: app)
    }

    func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        try await watch(groups)
        return try await whole.apply(groups)
    }

    func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
        try await watch(groups)
        return try await whole.applyTogether(groups)
    }

    func dueDecisions(now: Timestamp, limit: Int, after last: AppID?) async throws -> DueDecisions {
        try await whole.dueDecisions(now: now, limit: limit, after: last)
    }

    func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        try await whole.dueHeld(of: app, now: now, limit: limit)
    }

    func histories(of users: Set<UserID>, app: AppID, needs: HistoryNeeds, now: Timestamp) async throws
        -> [UserID: PushHistory]
    {
        try await whole.histories(of: users, app: app, needs: needs, now: now)
    }

    func dueWindows(now: Timestamp, limit: Int) async throws -> [DueWindow] {
        try await whole.dueWindows(now: now, limit: limit)
    }

    func dueConfirmations(now: Timestamp, limit: Int) async throws -> [UnconfirmedPush] {
        try await whole.dueConfirmations(now: now, limit: limit)
    }

    func nextDue(after now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Timestamp? {
        try await whole.nextDue(after: now, holds: holds)
    }

    func hasWork(now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Bool {
        try await whole.hasWork(now: now, holds: holds)
    }

    func decisions(app: AppID, filter: DecisionFilter, page: PageRequest) async throws -> Page<DecisionRecord> {
        try await whole.decisions(app: app, filter: filter, page: page)
    }

    func acceptedTrigger(_ id: TriggerID, app: AppID) async throws -> AcceptedTrigger? {
        try await whole.acceptedTrigger(id, app: app)
    }

    func acceptedTriggers(app: AppID, type: TypeID?, since: Timestamp?, limit: Int) async throws -> [AcceptedTrigger] {
        try await whole.acceptedTriggers(app: app, type: type, since: since, limit: limit)
    }

    func openWindows(of limit: SenderLimit, app: AppID, now: Timestamp, count: Int) async throws -> [LimitWindow] {
        try await whole.openWindows(of: limit, app: app, now: now, count: count)
    }

    func windowUses(of id: TriggerID, app: AppID) async throws -> [LimitWindowUse] {
        try await whole.windowUses(of: id, app: app)
    }

    func rejectedRequests(app: AppID, filter: RejectedRequestFilter, limit: Int) async throws -> [RejectedRequests] {
        try await whole.rejectedRequests(app: app, filter: filter, limit: limit)
    }

    func erased(_ user: UserID, app: AppID) async throws -> Timestamp? { try await whole.erased(user, app: app) }
}
