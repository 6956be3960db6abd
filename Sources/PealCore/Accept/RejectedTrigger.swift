/// A request for a trigger that was not accepted, as it is counted: nothing of what it said is kept.
public struct RejectedTrigger: Sendable, Equatable {
    /// The notification type.
    public var type: TypeID
    /// Why.
    public var cause: Cause
    /// When it came.
    public var at: Timestamp

    /// Why a request was not accepted.
    public enum Cause: Sendable, Equatable {
        /// A sender limit refused it.
        case limit(QuotaPlan.Refusal)
        /// An earlier trigger holds its claim.
        case duplicate(of: TriggerID)
    }

    init(_ trigger: Trigger, _ cause: Cause) {
        type = trigger.type
        self.cause = cause
        at = trigger.acceptedAt
    }
}
