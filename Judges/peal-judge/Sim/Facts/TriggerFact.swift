import PealCore

/// A trigger as it is stored.
struct TriggerFact: Sendable, Equatable {
    var app: AppID
    var id: TriggerID
    var type: TypeID
    var entity: EntityRef?
    /// The parent of its entity when it was accepted.
    var parent: EntityRef?
    var transition: String?
    /// Who it names as its actor: an erased one is named no more.
    var actor: UserID?
    /// Whether a schedule made it.
    var isFiring: Bool
    var dueAt: Timestamp
    /// Until when users who join its audience become recipients.
    var openUntil: Timestamp?
    /// Until when a sender limit digests its pushes.
    var digestUntil: Timestamp?
    var catalogVersion: Int
    var fanOut: String
    var cancelledAt: Timestamp?
    /// Whether its cancel still goes through the recipients.
    var isCancelling: Bool
    /// Since when its entity does not ask for it any more.
    var revokedAt: Timestamp?

    /// Whether it has decided about everyone who was there, and waits for users who join.
    var waitsForMore: Bool { isOpen && openUntil.map { dueAt == $0 } ?? false }
    /// Whether it waits for its fan-out, or is in it.
    var isOpen: Bool { fanOut != "finished" && cancelledAt == nil }
    /// Whether it was cancelled, to the last recipient.
    var isCancelled: Bool { cancelledAt != nil && !isCancelling }
}
