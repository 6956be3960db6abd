/// A push of a user that is held.
public struct HeldPush: Sendable, Equatable {
    /// Pushes of a user that are read at most, the oldest: more than anyone has in a night.
    public static let limit = 1_000

    /// The notification.
    public var id: NotificationID
    /// The stage that holds it.
    public var stage: Stage
    /// Until when.
    public var until: Timestamp

    /// Joins the parts.
    public init(id: NotificationID, stage: Stage, until: Timestamp) {
        self.id = id
        self.stage = stage
        self.until = until
    }
}
