/// The action of a user that counts, with the notification that it was taken on.
public struct HeldAction: Sendable, Equatable {
    /// The notification.
    public var notification: NotificationID
    /// The action.
    public var taken: TakenAction

    /// Joins both.
    /// - Parameters:
    ///   - notification: the notification.
    ///   - taken: the action.
    public init(notification: NotificationID, taken: TakenAction) {
        self.notification = notification
        self.taken = taken
    }
}
