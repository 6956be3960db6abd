public import PealCore

/// Keeps the firings that entities' times ask for (R066); the entities' own changes plan them.
///
/// What has fired and is not wanted any more is noted to be withdrawn, in the same transaction as the change of its
/// entity; ``CancelStore/openWithdrawal(app:)`` names it until that is done.
public protocol ScheduleStore: Sendable {
    /// Plans the firings of some of an app's entities anew, as after a publication.
    /// - Parameters:
    ///   - app: the app.
    ///   - type: the entities' type.
    ///   - rules: every schedule of the app, as they are when the page is planned.
    ///   - cursor: the last identifier of the page before; `nil` begins.
    ///   - limit: entities a step plans at most.
    ///   - now: the instant it is.
    /// - Returns: the last identifier of the page; `nil` when it was the last page.
    /// - Throws: ``StoreError``.
    func planSchedules(
        app: AppID,
        of type: EntityTypeID,
        rules: SchedulesInForce,
        after cursor: String?,
        limit: Int,
        now: Timestamp
    ) async throws -> String?

    /// The catalog version whose schedules all entities were planned by; `nil` before the first.
    func plannedVersion(app: AppID) async throws -> Int?

    /// Remembers that all entities are planned by a version.
    func setPlannedVersion(_ version: Int, app: AppID) async throws

    /// Firings that are due, with the entity as it is: apps take turns, each with its earliest first.
    func dueSchedules(now: Timestamp, limit: Int) async throws -> [DueSchedule]

    /// Ends due firings, each in one step with the trigger it makes: a crash leaves both or neither.
    ///
    /// One that was moved or cancelled meanwhile is left alone, and so is one whose catalog is no longer in force.
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

    /// Joins the parts.
    public init(
        app: AppID,
        type: TypeID,
        entity: EntityRef,
        time: Timestamp,
        dueAt: Timestamp,
        state: Entity?
    ) {
        self.app = app
        self.type = type
        self.entity = entity
        self.time = time
        self.dueAt = dueAt
        self.state = state
    }
}

/// How a due firing ends.
public struct ScheduleFiring: Sendable {
    /// The firing.
    public var schedule: DueSchedule
    /// How it ends.
    public var ending: Ending
    /// Whether the catalog that says so is still in force; asked inside the transaction that ends it.
    public var isCurrent: @Sendable () -> Bool

    /// How a due firing ends.
    public enum Ending: Sendable {
        /// With a trigger.
        case trigger(TriggerSubmission)
        /// Without one, by an event that ends it for good or until the entity changes.
        case without(FiringMachine.Event)
        /// Not yet: the entity or the rule says another instant than was planned.
        case plan(SchedulesInForce)
    }

    /// Joins the parts.
    public init(schedule: DueSchedule, ending: Ending, isCurrent: @escaping @Sendable () -> Bool = { true }) {
        self.schedule = schedule
        self.ending = ending
        self.isCurrent = isCurrent
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
