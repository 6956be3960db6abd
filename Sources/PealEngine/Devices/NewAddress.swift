/// Another address of a device as its client sends it, in clear.
public struct NewAddress: Sendable {
    /// The token, or the subscription of Web Push as JSON.
    public var token: String
    /// Whether it is a subscription.
    public var isSubscription: Bool

    /// Joins both parts.
    public init(token: String, isSubscription: Bool) {
        self.token = token
        self.isSubscription = isSubscription
    }
}
