/// The digest that a notification's push is part of, and what became of it.
public struct BundleFate: Sendable, Equatable {
    /// The digest representative: the notification whose push stands for all.
    public var carrier: NotificationID
    /// What became of the representative's push.
    public var push: PushResult

    /// Joins both parts.
    public init(carrier: NotificationID, push: PushResult) {
        self.carrier = carrier
        self.push = push
    }
}
