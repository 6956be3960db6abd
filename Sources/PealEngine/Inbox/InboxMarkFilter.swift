public import PealCore

/// What a user marks or clears of the inbox.
public enum InboxMarkFilter: Sendable, Equatable {
    /// These.
    case ids([NotificationID])
    /// Everything within these bounds.
    case scope(InboxScope)
}
