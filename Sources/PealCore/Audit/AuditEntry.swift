/// An entry of the audit log: S0's `NotificationAuditRecord`, and what else is known.
public struct AuditEntry: Sendable, Equatable {
    /// Who says so.
    public enum Source: String, Sendable {
        /// The server saw it.
        case server
        /// A client claims it.
        case client
    }

    /// What happened.
    public var action: AuditAction
    /// Who says so.
    public var source = Source.server
    /// The kind of the event it was made from.
    public var event: EventKind
    /// When it happened.
    public var at: Timestamp
    /// The reference of the user; `nil` when it concerns none.
    public var user: Int64?
    /// The notification.
    public var notification: NotificationID?
    /// Its category.
    public var category: CategoryID?
    /// The channel.
    public var channel: Channel?
    /// What was chosen or changed.
    public var payload: [String: JSONValue] = [:]
    /// Why it failed, or was suppressed.
    public var error: String?
    /// The device.
    public var device: AuditDevice?

    /// Names what every entry has.
    public init(_ action: AuditAction, _ event: EventKind, at: Timestamp) {
        self.action = action
        self.event = event
        self.at = at
    }
}
