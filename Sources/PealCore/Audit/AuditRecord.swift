/// An event with what is stored of its object, from which audit entries are made.
public struct AuditRecord: Sendable, Equatable {
    /// The event; it names no user.
    public var event: Event
    /// The reference of the user that it concerns: a number that means something only while the user is stored.
    public var user: Int64?
    /// The notification that it is about.
    public var notification: NotificationID?
    /// Its category.
    public var category: CategoryID?
    /// When its recipient was decided about.
    public var decidedAt: Timestamp?
    /// What the inbox does with it.
    public var inApp: InAppResult?
    /// Why its push was suppressed, or its delivery ended without success.
    public var reason: Reason?
    /// When a device reported its push.
    public var receivedAt: Timestamp?
    /// When it was opened from its push.
    public var openedAt: Timestamp?
    /// What the provider said when the delivery ended.
    public var providerReason: String?
    /// The device it went to, or that reported it.
    public var device: AuditDevice?
    /// The reply of a participant.
    public var reply: EtaReply?
    /// What the user chose.
    public var preferences: Preferences?

    /// Begins with an event of which nothing is stored.
    public init(_ event: Event, user: Int64? = nil) {
        self.event = event
        self.user = user
    }
}
