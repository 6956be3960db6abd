/// The key of a queue: one app and one provider.
public struct QueueKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The app.
    public var app: AppID
    /// The push service.
    public var provider: ProviderID

    /// Creates the key of a queue.
    public init(app: AppID, provider: ProviderID) {
        self.app = app
        self.provider = provider
    }

    /// By app, then by push service.
    public static func < (left: QueueKey, right: QueueKey) -> Bool {
        (left.app.rawValue, left.provider.rawValue) < (right.app.rawValue, right.provider.rawValue)
    }

    /// `app/provider`.
    public var description: String { "\(app)/\(provider)" }
}
