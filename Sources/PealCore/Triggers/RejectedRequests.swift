/// Requests that were rejected, or duplicates, for one reason, counted; nothing of what they said is kept.
public struct RejectedRequests: Sendable, Equatable {
    /// Why.
    public var cause: Cause
    /// The notification type.
    public var type: TypeID
    /// How many.
    public var count: Int
    /// When the first of them came.
    public var firstAt: Timestamp
    /// When the last of them came.
    public var lastAt: Timestamp

    /// Why a trigger was rejected.
    public enum Cause: Sendable, Equatable {
        /// A sender's limit was reached (R160): which, the scope that it counts, and when its window ended.
        ///
        /// Nobody is named where it counts all of the app's.
        case limit(id: String, scope: String, resetsAt: Timestamp)
        /// Its claim was taken by an earlier trigger (R154, R156).
        case duplicate(of: TriggerID)
    }

    /// How many different ones are remembered for each app and kind; the oldest go.
    public static let remembered = 1_000

    /// Joins the parts.
    public init(cause: Cause, type: TypeID, count: Int, firstAt: Timestamp, lastAt: Timestamp) {
        self.cause = cause
        self.type = type
        self.count = count
        self.firstAt = firstAt
        self.lastAt = lastAt
    }
}

/// Which rejected requests are looked for.
public struct RejectedRequestFilter: Sendable, Equatable {
    /// Why.
    public var kind: Kind
    /// Of one type.
    public var type: TypeID?
    /// Doubles of these triggers; empty is of any.
    public var triggers: [TriggerID]
    /// The last of them came at or after an instant.
    public var since: Timestamp?

    /// Why a trigger was rejected.
    public enum Kind: String, Sendable, CaseIterable {
        /// By a sender's limit.
        case refused
        /// As a duplicate.
        case duplicate
    }

    /// Joins the parts.
    public init(_ kind: Kind, type: TypeID? = nil, triggers: [TriggerID] = [], since: Timestamp? = nil) {
        self.kind = kind
        self.type = type
        self.triggers = triggers
        self.since = since
    }
}
