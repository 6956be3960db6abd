/// The digest that a notification's push is part of, and what became of it.
public struct DigestOutcome: Sendable, Equatable {
    /// The digest representative: the notification whose push stands for all.
    public var representative: NotificationID
    /// What became of the representative's push.
    public var push: PushResult

    /// Joins both parts.
    public init(representative: NotificationID, push: PushResult) {
        self.representative = representative
        self.push = push
    }
}
