/// A push that was handed to a device and is to leave its screen.
public struct ClearedPush: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// The notification whose tag the push has.
    public var identity: NotificationID
    /// The collapse key that the push has as its tag.
    public var collapse: String?

    /// Joins the parts.
    public init(id: NotificationID, identity: NotificationID, collapse: String?) {
        self.id = id
        self.identity = identity
        self.collapse = collapse
    }
}
