public import PealCore

/// Reads the firings that entities' times ask for (R066), and what they are planned from.
///
/// What has fired and is not wanted any more is noted to be withdrawn, in the same transaction as the change of its
/// entity; ``CancelStore/openWithdrawal(app:)`` names it until that is done.
public protocol ScheduleStore: Sendable {
    /// What is known of one entity and its firings.
    func scheduleFacts(of entity: EntityRef, app: AppID) async throws -> ScheduleFacts

    /// What is known of the next entities of a type, by identifier, after one; `nil` begins.
    func scheduleFacts(of type: EntityTypeID, app: AppID, after cursor: String?, limit: Int) async throws
        -> [ScheduleFacts]

    /// The catalog version whose schedules all entities are planned by; `nil` when none was planned to the end.
    func plannedVersion(app: AppID) async throws -> Int?

    /// Firings that are due, with the entity as it is: apps take turns, each with its earliest first.
    func dueSchedules(now: Timestamp, limit: Int) async throws -> [DueSchedule]

    /// Ends due firings, each in one step with the trigger it makes: a crash leaves both or neither.
    ///
    /// One that was moved or cancelled meanwhile is left alone, and so is one whose app is planned by another catalog.
    /// - Returns: what became of each one's trigger; `nil` for those that made none.
    func fire(_ firings: [ScheduleFiring], now: Timestamp) async throws -> [TriggerAcceptance?]

    /// The earliest instant after `now` at which a firing is due.
    func nextSchedule(after now: Timestamp) async throws -> Timestamp?

    /// Forgets some firings that ended before an instant, whatever time they were planned for; returns how many.
    func sweepSchedules(before instant: Timestamp, limit: Int) async throws -> Int

    /// What is planned and what became of it, the latest due first, for those who ask why nothing came;
    /// nothing when neither an entity nor a type is named.
    func scheduleNotes(app: AppID, entity: EntityRef?, type: TypeID?, limit: Int) async throws -> [ScheduleNote]
}

/// A firing that is due.
public struct DueSchedule: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The type that fires.
    public var type: TypeID
    /// What it is about.
    public var entity: EntityRef
    /// The entity's time.
    public var time: Timestamp
    /// When it was due.
    public var dueAt: Timestamp
    /// The entity as it is; `nil` when it is gone.
    public var state: Entity?
    /// The catalog version whose schedules the app's entities are, or are being, planned by.
    public var planned: Int?

    /// Joins the parts.
    public init(
        app: AppID,
        type: TypeID,
        entity: EntityRef,
        time: Timestamp,
        dueAt: Timestamp,
        state: Entity?,
        planned: Int? = nil
    ) {
        self.app = app
        self.type = type
        self.entity = entity
        self.time = time
        self.dueAt = dueAt
        self.state = state
        self.planned = planned
    }
}

/// A due firing with the trigger it makes.
public struct ScheduleFiring: Sendable {
    /// The firing.
    public var schedule: DueSchedule
    /// The trigger.
    public var submission: TriggerSubmission

    /// Joins both parts.
    public init(schedule: DueSchedule, submission: TriggerSubmission) {
        self.schedule = schedule
        self.submission = submission
    }
}

/// What became of a firing that an entity's time asked for.
public struct ScheduleNote: Sendable, Equatable {
    /// The type.
    public var type: TypeID
    /// What it is about.
    public var entity: EntityRef
    /// The entity's time.
    public var time: Timestamp
    /// When it was or is due.
    public var dueAt: Timestamp
    /// Where it stands.
    public var state: FiringState
    /// Why, when it did not fire.
    public var reason: FiringReason?
    /// The trigger it made.
    public var trigger: TriggerID?

    /// Joins the parts.
    public init(
        type: TypeID,
        entity: EntityRef,
        time: Timestamp,
        dueAt: Timestamp,
        state: FiringState,
        reason: FiringReason?,
        trigger: TriggerID?
    ) {
        self.type = type
        self.entity = entity
        self.time = time
        self.dueAt = dueAt
        self.state = state
        self.reason = reason
        self.trigger = trigger
    }
}
