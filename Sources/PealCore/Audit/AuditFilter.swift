/// Which entries are wanted; what is `nil` does not matter.
public struct AuditFilter: Sendable, Equatable {
    /// Of a user, by reference.
    public var user: Int64?
    /// Of a notification.
    public var notification: NotificationID?
    /// Of an action.
    public var action: AuditAction?
    /// Recorded at this instant or later.
    public var from: Timestamp?
    /// Recorded before this instant.
    public var to: Timestamp?

    /// All entries.
    public init() {}
}
