import PealCore

/// What a type makes, or made, of a time of an entity.
struct FiringFact: Sendable, Equatable {
    var app: AppID
    var entity: EntityRef
    var type: TypeID
    var time: Timestamp
    var dueAt: Timestamp
    var state: String
}

/// A claim on an occurrence that is sent once.
struct ClaimFact: Sendable, Equatable {
    var app: AppID
    var key: String
    var trigger: TriggerID
    /// `nil` is that it holds forever.
    var expiresAt: Timestamp?
}

/// How many rows are left of what is only there for a time.
struct LeftoverFacts: Sendable, Equatable {
    var answers = 0
    var reservations = 0
    var localWaits = 0
    var reminders = 0
    var rejections = 0
    /// Deleted entities whose triggers are not all looked at.
    var deletions = 0
}
