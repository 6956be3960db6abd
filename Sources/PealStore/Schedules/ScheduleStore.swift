public import PealCore

/// Reads the firings that entities' times ask for (R066), and what they are planned from.
///
/// What has fired and is not wanted any more is noted to be withdrawn, in the same transaction as the change of its
/// entity; ``CancelStore/openWithdrawals(app:limit:)`` names it until that is done.
public protocol ScheduleStore: Sendable {
    /// What is known of one entity and its firings.
    func scheduleFacts(of entity: EntityRef, app: AppID) async throws -> ScheduleFacts

    /// What is known of the next entities of a type, by identifier, after one; `nil` begins.
    func scheduleFacts(of type: EntityTypeID, app: AppID, after cursor: String?, limit: Int) async throws
        -> [ScheduleFacts]

    /// The catalog version whose schedules all entities are planned by, or are being planned by; `nil` before the first.
    func plannedVersion(app: AppID) async throws -> (version: Int, isComplete: Bool)?

    /// Firings that are due, with the entity as it is: apps take turns, each with its earliest first.
    func dueSchedules(now: Timestamp, limit: Int) async throws -> [DueSchedule]

    /// The earliest instant after `now` at which a firing is due.
    func nextSchedule(after now: Timestamp) async throws -> Timestamp?

    /// The triggers of an app that stay open for users who join, and that are about entities or about their children.
    func openTriggers(about entities: Set<EntityRef>, app: AppID) async throws -> [OpenTrigger]

    /// Whether any trigger of any app is open for users who join.
    func hasOpenTriggers() async throws -> Bool

    /// Forgets some firings that ended before an instant, whatever time they were planned for; returns how many.
    func sweepSchedules(before instant: Timestamp, limit: Int) async throws -> Int

    /// What is planned and what became of it, the latest due first, for those who ask why nothing came;
    /// nothing when neither an entity nor a type is named.
    func scheduleNotes(app: AppID, entity: EntityRef?, type: TypeID?, limit: Int) async throws -> [ScheduleNote]
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
    /// When it ended; `nil` while it waits.
    public var endedAt: Timestamp?

    /// Joins the parts.
    public init(
        type: TypeID,
        entity: EntityRef,
        time: Timestamp,
        dueAt: Timestamp,
        state: FiringState,
        reason: FiringReason?,
        trigger: TriggerID?,
        endedAt: Timestamp? = nil
    ) {
        self.type = type
        self.entity = entity
        self.time = time
        self.dueAt = dueAt
        self.state = state
        self.reason = reason
        self.trigger = trigger
        self.endedAt = endedAt
    }
}
