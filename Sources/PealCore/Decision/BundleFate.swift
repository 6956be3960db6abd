/// The bundle that took a notification's push, and what became of it.
public struct BundleFate: Sendable, Equatable {
    /// The notification that carries the bundle.
    public var carrier: NotificationID
    /// What became of the carrier's push.
    public var push: PushResult

    /// Joins both parts.
    public init(carrier: NotificationID, push: PushResult) {
        self.carrier = carrier
        self.push = push
    }
}
