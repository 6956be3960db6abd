/// Another address of a device as its client sends it, in clear.
public struct NewAddress: Sendable {
    /// The token, or the subscription of Web Push as JSON.
    public var token: String
    /// Whether it is a subscription.
    public var isSubscription: Bool
    /// What the client kept of the address in use, an ``AddressHash``.
    ///
    /// A device key needs it to replace that.
    public var oldHash: String?
    /// Whether the call has a session, or is the backend's.
    public var hasSession = true

    /// Joins both parts.
    public init(token: String, isSubscription: Bool) {
        self.token = token
        self.isSubscription = isSubscription
    }
}
