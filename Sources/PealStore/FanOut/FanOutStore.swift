public import PealCore

/// Reads the facts that decisions are made from: what is due, and what is known of the users it concerns.
public protocol FanOutStore: Sendable {
    /// Triggers that are due and not fanned out, for one round: critical ones first, at most three quarters of `limit`
    /// while others wait; then apps take turns, beginning with the one after `last`.
    ///
    /// Of one app the most urgent come first; of one urgency those that nobody was decided about share the app's part with
    /// those that are under way, each the oldest first. Cancelled ones are not among them.
    func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) async throws -> [PendingTrigger]

    /// How many triggers of each app are due and not fanned out, each counted up to `limit`.
    func dueCounts(now: Timestamp, limit: Int) async throws -> [AppID: Int]

    /// The next page of recipients of each of several triggers after their cursors, in one snapshot: short audiences share
    /// the cost.
    ///
    /// Named users that do not exist are recipients too: their decision says `unknown-user`. Of a trigger whose audience
    /// is placed by local times, only those it is due for are read.
    /// - Parameters:
    ///   - triggers: the triggers, of any apps.
    ///   - ownedTypes: the entity types whose owners the conditions of any of their types ask for.
    ///   - limits: recipients that each trigger's page holds at most.
    /// - Returns: one page a trigger, in their order, each recipient with what a decision needs.
    /// - Throws: ``StoreError``.
    func recipientPages(
        of triggers: [PendingTrigger],
        ownedTypes: Set<EntityTypeID>,
        limits: [Int]
    ) async throws -> [RecipientPage]

    /// What waits for the steps of a round, with the triggers that ``dueTriggers(now:limit:after:)`` returns.
    func dueDecisions(now: Timestamp, limit: Int, after last: AppID?) async throws -> DueDecisions

    /// An app's held pushes whose time has come, oldest first, and those of one user together.
    func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification]

    /// What decisions need of several of an app's users, as of now; also of those nobody knows.
    func snapshots(of users: Set<UserID>, app: AppID, ownedTypes: Set<EntityTypeID>) async throws
        -> [UserID: RecipientSnapshot]

    /// Which of some users are still in the audiences of triggers of an app, in one snapshot; a trigger that is not stored
    /// any more is left out.
    func audiences(of users: [TriggerID: Set<UserID>], app: AppID) async throws -> [TriggerID: CurrentAudience]

    /// Which of some users are members of an entity with a role.
    func members(among users: Set<UserID>, of entity: EntityRef, role: String, app: AppID) async throws -> Set<UserID>

    /// What users were pushed lately, as far as rules ask for it; users without any are left out.
    func histories(of users: Set<UserID>, app: AppID, needs: HistoryNeeds, now: Timestamp) async throws
        -> [UserID: PushHistory]

    /// Digest windows whose time has come: apps take turns, each with its earliest first.
    func dueWindows(now: Timestamp, limit: Int) async throws -> [DueWindow]

    /// What waits in each of several windows and is worth pushing, in their order: the newest first, at most `limit` of
    /// each.
    func items(of windows: [DueWindow], now: Timestamp, limit: Int) async throws -> [[HeldNotification]]

    /// Pushes whose time to live has ended while a device was to confirm them: at most `limit` of each app, the earliest.
    func dueConfirmations(now: Timestamp, limit: Int) async throws -> [UnconfirmedPush]

    /// The earliest instant after `now` at which a trigger, a held push, a delivery, a receipt or the end of a wait for a
    /// confirmation falls due.
    ///
    /// Deliveries of queues on hold fall due when the hold ends.
    func nextDue(after now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Timestamp?

    /// Whether anything is due at `now`: triggers to fan out, held pushes, deliveries of queues that are not on hold,
    /// receipts, waits for confirmations; or deliveries in flight, or events that its readers have not acted on.
    func hasWork(now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Bool
}

extension FanOutStore {
    /// Triggers that are due and not fanned out, as the first round takes them up.
    public func dueTriggers(now: Timestamp, limit: Int) async throws -> [PendingTrigger] {
        try await dueTriggers(now: now, limit: limit, after: nil)
    }

    /// The next page of one trigger's recipients after its cursor.
    public func recipients(of trigger: PendingTrigger, ownedTypes: Set<EntityTypeID>, limit: Int) async throws
        -> RecipientPage
    {
        let pages = try await recipientPages(of: [trigger], ownedTypes: ownedTypes, limits: [limit])
        return pages.first ?? RecipientPage(recipients: [], isLast: true)
    }

    /// Held pushes of all apps whose time has come: apps take turns.
    public func dueHeld(now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        var queues: [[HeldNotification]] = []
        for app in try await dueDecisions(now: now, limit: 1, after: nil).appsWithDueHeld {
            queues.append(try await dueHeld(of: app, now: now, limit: limit))
        }
        return Turns.interleave(queues, limit: limit)
    }

    /// What a decision needs of one recipient, as of now.
    public func snapshot(of user: UserID, app: AppID, ownedTypes: Set<EntityTypeID>) async throws -> RecipientSnapshot {
        try await snapshots(of: [user], app: app, ownedTypes: ownedTypes)[user]
            ?? RecipientSnapshot(userID: user, user: nil)
    }

    /// The earliest instant after `now` at which anything falls due, with no queue on hold.
    public func nextDue(after now: Timestamp) async throws -> Timestamp? { try await nextDue(after: now, holds: [:]) }

    /// Whether anything is due at `now`, with no queue on hold.
    public func hasWork(now: Timestamp) async throws -> Bool { try await hasWork(now: now, holds: [:]) }
}
