/// Which notifications of a user are read, together with the counts.
public struct InboxRequest: Sendable, Equatable {
    /// The user.
    public var user: UserID
    /// The notifications.
    public var ids: [NotificationID]

    /// Joins both parts.
    public init(user: UserID, ids: [NotificationID]) {
        self.user = user
        self.ids = ids
    }
}
