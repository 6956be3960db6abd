public import PealCore

/// Turns triggers into decisions page by page, resuming where a crash stopped it.
public protocol FanOutStore: Sendable {
    /// Triggers that are due and not fanned out, for one round: critical ones first, at most three quarters of `limit`
    /// while others wait; then apps take turns, beginning with the one after `last`.
    ///
    /// Of one app the most urgent come first; of one urgency those that nobody was decided about share the app's part with
    /// those that are under way, each the oldest first. Cancelled ones are not among them.
    func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) async throws -> [PendingTrigger]

    /// How many triggers of each app are due and not fanned out, each counted up to `limit`.
    func dueCounts(now: Timestamp, limit: Int) async throws -> [AppID: Int]

    /// The next page of a trigger's recipients after its cursor, each with what a decision needs, in one snapshot.
    ///
    /// Named users that do not exist are recipients too: their decision says `unknown-user`. Of a trigger whose audience
    /// is placed by local times, only those it is due for are read.
    ///
    /// `ownedTypes` are those whose owners the type's conditions ask for; others are not loaded.
    func recipients(of trigger: PendingTrigger, ownedTypes: Set<EntityTypeID>, limit: Int) async throws -> RecipientPage

    /// The next page of each of several triggers, in their order, in one snapshot: short audiences share the cost.
    /// - Parameters:
    ///   - triggers: the triggers, of any apps.
    ///   - ownedTypes: the entity types that any of their types asks for.
    ///   - limits: recipients that each trigger's page holds at most.
    /// - Returns: one page a trigger.
    /// - Throws: ``StoreError``.
    func recipientPages(
        of triggers: [PendingTrigger],
        ownedTypes: Set<EntityTypeID>,
        limits: [Int]
    ) async throws -> [RecipientPage]

    /// Puts off triggers that cannot be read now: they fall due again at an instant.
    func postpone(_ triggers: [PendingTrigger], until instant: Timestamp) async throws

    /// Writes decided pages, each atomic: decisions, inbox rows, deliveries and the trigger's new cursor.
    ///
    /// A decision that exists already is left alone (`UNIQUE(trigger, recipient)`); a page of a trigger cancelled
    /// meanwhile writes nothing. A trigger that ends with no recipient frees its claim.
    func commit(_ pages: [DecidedPage]) async throws

    /// The apps of which a held push has come due, by name.
    func appsWithDueHeld(now: Timestamp) async throws -> [AppID]

    /// An app's held pushes whose time has come, oldest first.
    func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification]

    /// Moves held pushes of an app that are due to the seconds from an instant on, so many a second, the earliest first.
    func spreadHeld(of app: AppID, now: Timestamp, from start: Timestamp, perSecond: Int, limit: Int) async throws

    /// What decisions need of several of an app's people, as of now; also of those nobody knows.
    func snapshots(of users: Set<UserID>, app: AppID, ownedTypes: Set<EntityTypeID>) async throws
        -> [UserID: RecipientSnapshot]

    /// Writes the second decisions of held pushes.
    func release(_ releases: [ReleasedNotification]) async throws

    /// What people were pushed lately, as far as rules ask for it; people without any are left out.
    func histories(of users: Set<UserID>, app: AppID, needs: HistoryNeeds, now: Timestamp) async throws
        -> [UserID: PushHistory]

    /// Bundling windows whose time has come: apps take turns, each with its earliest first.
    func dueWindows(now: Timestamp, limit: Int) async throws -> [DueWindow]

    /// What waits in each of several windows and is worth pushing, in their order: the newest first, at most `limit` of
    /// each.
    func items(of windows: [DueWindow], now: Timestamp, limit: Int) async throws -> [[HeldNotification]]

    /// Puts off windows that cannot be read now: they close at an instant, and what comes meanwhile joins them.
    func postpone(_ windows: [DueWindow], now: Timestamp, until instant: Timestamp) async throws

    /// Closes windows, each in one step: the bundle goes its way and every other item ends with it.
    ///
    /// A window whose items changed meanwhile is left as it is, to be looked at again.
    func close(_ windows: [ClosedWindow]) async throws

    /// The earliest instant after `now` at which a trigger, a held push, a delivery or a receipt falls due.
    ///
    /// Deliveries of lanes on hold fall due when the hold ends.
    func nextDue(after now: Timestamp, holds: [LaneKey: LaneHold]) async throws -> Timestamp?

    /// Whether anything is due at `now`: triggers to fan out, held pushes, deliveries of lanes that are not on hold,
    /// receipts; or deliveries in flight.
    func hasWork(now: Timestamp, holds: [LaneKey: LaneHold]) async throws -> Bool
}

extension FanOutStore {
    /// Triggers that are due and not fanned out, as the first round takes them up.
    public func dueTriggers(now: Timestamp, limit: Int) async throws -> [PendingTrigger] {
        try await dueTriggers(now: now, limit: limit, after: nil)
    }

    /// Held pushes of all apps whose time has come: apps take turns.
    public func dueHeld(now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        var queues: [[HeldNotification]] = []
        for app in try await appsWithDueHeld(now: now) {
            queues.append(try await dueHeld(of: app, now: now, limit: limit))
        }
        return Turns.interleave(queues, limit: limit)
    }

    /// What a decision needs of one recipient, as of now.
    public func snapshot(of user: UserID, app: AppID, ownedTypes: Set<EntityTypeID>) async throws -> RecipientSnapshot {
        try await snapshots(of: [user], app: app, ownedTypes: ownedTypes)[user]
            ?? RecipientSnapshot(userID: user, user: nil)
    }

    /// The earliest instant after `now` at which anything falls due, with no lane on hold.
    public func nextDue(after now: Timestamp) async throws -> Timestamp? { try await nextDue(after: now, holds: [:]) }

    /// Whether anything is due at `now`, with no lane on hold.
    public func hasWork(now: Timestamp) async throws -> Bool { try await hasWork(now: now, holds: [:]) }
}

/// A trigger waiting to be fanned out.
public struct PendingTrigger: Sendable, Equatable {
    /// The trigger, with empty `data`.
    public var trigger: Trigger
    /// The sealed `data`.
    public var sealedData: [UInt8]
    /// The entity it is about, as of its acceptance or later.
    public var parent: EntityRef?
    /// The last user of the page before; `nil` before the first.
    public var cursor: UserID?
    /// Whether everybody it is for has been placed by the instant of its local time: then those it is due for are its
    /// recipients, not its whole audience.
    public var isPlaced: Bool
    /// How urgent it can be for anybody.
    public var urgency: Priority

    /// Joins the parts.
    public init(
        trigger: Trigger,
        sealedData: [UInt8],
        parent: EntityRef?,
        cursor: UserID?,
        isPlaced: Bool = false,
        urgency: Priority = .normal
    ) {
        self.trigger = trigger
        self.sealedData = sealedData
        self.parent = parent
        self.cursor = cursor
        self.isPlaced = isPlaced
        self.urgency = urgency
    }
}

/// One page of recipients.
public struct RecipientPage: Sendable {
    /// The recipients by user.
    public var recipients: [RecipientSnapshot]
    /// Whether this was the last page.
    public var isLast: Bool
    /// Who waited for a local time and is not in the audience any more.
    public var gone: [UserID]

    /// Joins the parts.
    public init(recipients: [RecipientSnapshot], isLast: Bool, gone: [UserID] = []) {
        self.recipients = recipients
        self.isLast = isLast
        self.gone = gone
    }
}

/// A page with its decisions.
public struct DecidedPage: Sendable {
    /// The trigger.
    public var trigger: PendingTrigger
    /// One notification a recipient.
    public var notifications: [NewNotification]
    /// The last user of this page.
    public var cursor: UserID?
    /// Whether fan-out ends with it, or the pass of one that comes at each person's local time.
    public var isLast: Bool
    /// Whom it left out, with the instant at which its local time comes where they are; when anybody waits after a pass,
    /// the next one begins at the earliest of these.
    public var waiting: [UserID: Timestamp]
    /// Who waits no longer, without a decision: they have left the audience.
    public var gone: [UserID]

    /// Joins the parts.
    public init(
        trigger: PendingTrigger,
        notifications: [NewNotification],
        cursor: UserID?,
        isLast: Bool,
        waiting: [UserID: Timestamp] = [:],
        gone: [UserID] = []
    ) {
        self.trigger = trigger
        self.notifications = notifications
        self.cursor = cursor
        self.isLast = isLast
        self.waiting = waiting
        self.gone = gone
    }
}

/// A decision with everything the inbox and the deliveries need.
public struct NewNotification: Sendable {
    /// The identifier, which also makes the identity tag of every copy.
    public var id: NotificationID
    /// Whose it is.
    public var userID: UserID
    /// The decision.
    public var decision: Decision
    /// The category.
    public var category: CategoryID
    /// The rendered content.
    public var content: NotificationContent
    /// When it was decided.
    public var createdAt: Timestamp
    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp
    /// The catalog version whose policy decided.
    public var policyVersion: Int
    /// Whether the inbox row becomes an alert when no device can be reached (R147).
    public var alertsOnFailure: Bool
    /// The type, when its pushes are counted for a throttle.
    public var throttledType: TypeID?
    /// Whether it counts as pending for summaries while it is not seen (R163).
    public var summarises: Bool
    /// Whether nobody by that name was there when it was decided: its row needs no person.
    public var isUnknown: Bool

    /// Joins the parts.
    public init(
        id: NotificationID,
        userID: UserID,
        decision: Decision,
        category: CategoryID,
        content: NotificationContent,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        policyVersion: Int,
        alertsOnFailure: Bool,
        throttledType: TypeID? = nil,
        summarises: Bool = false,
        isUnknown: Bool = false
    ) {
        self.id = id
        self.userID = userID
        self.decision = decision
        self.category = category
        self.content = content
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.policyVersion = policyVersion
        self.alertsOnFailure = alertsOnFailure
        self.throttledType = throttledType
        self.summarises = summarises
        self.isUnknown = isUnknown
    }
}

/// A held push whose time has come.
public struct HeldNotification: Sendable {
    /// The identifier.
    public var id: NotificationID
    /// Whose it is.
    public var userID: UserID
    /// Its trigger, with sealed data.
    public var trigger: PendingTrigger
    /// The inbox result of the first decision.
    public var inApp: InAppResult
    /// The stage it waits at: the one that holds it, or the digest.
    public var holdStage: Stage
    /// Whether a digest, a summary or a throttle's window has had it.
    public var wasGathered: Bool
    /// The trace so far, to be extended.
    public var trace: Trace
    /// The thread it belongs to.
    public var thread: String?
    /// When it was decided first.
    public var createdAt: Timestamp
    /// What decides whether its push is still worth sending.
    public var relevance: PushRelevance

    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp { relevance.expiresAt }

    /// Joins the parts.
    public init(
        id: NotificationID,
        userID: UserID,
        trigger: PendingTrigger,
        inApp: InAppResult,
        holdStage: Stage,
        wasGathered: Bool,
        trace: Trace,
        thread: String?,
        createdAt: Timestamp,
        relevance: PushRelevance
    ) {
        self.id = id
        self.userID = userID
        self.trigger = trigger
        self.inApp = inApp
        self.holdStage = holdStage
        self.wasGathered = wasGathered
        self.trace = trace
        self.thread = thread
        self.createdAt = createdAt
        self.relevance = relevance
    }
}

/// The second decision of a held push.
public struct ReleasedNotification: Sendable {
    /// Which.
    public var id: NotificationID
    /// The app.
    public var app: AppID
    /// Whose it is.
    public var userID: UserID
    /// The decision.
    public var decision: Decision
    /// What the push says instead of the notification's own words.
    public var bundle: BundleText?
    /// The notification whose place it takes on devices.
    public var replaces: NotificationID?
    /// When it was decided.
    public var at: Timestamp

    /// Joins the parts.
    public init(
        id: NotificationID,
        app: AppID,
        userID: UserID,
        decision: Decision,
        bundle: BundleText? = nil,
        replaces: NotificationID? = nil,
        at: Timestamp
    ) {
        self.id = id
        self.app = app
        self.userID = userID
        self.decision = decision
        self.bundle = bundle
        self.replaces = replaces
        self.at = at
    }
}
