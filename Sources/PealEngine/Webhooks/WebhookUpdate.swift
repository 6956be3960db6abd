public import PealCore

/// What changes of a webhook; `nil` leaves it as it is.
public struct WebhookUpdate: Sendable, Equatable {
    /// Where to.
    public var url: String?
    /// What it receives; empty is everything.
    public var types: Set<WebhookType>?
    /// Whether it receives anything.
    public var isEnabled: Bool?

    /// Joins the parts.
    /// - Parameters:
    ///   - url: where to.
    ///   - types: what it receives; empty is everything.
    ///   - isEnabled: whether it receives anything.
    public init(url: String? = nil, types: Set<WebhookType>? = nil, isEnabled: Bool? = nil) {
        self.url = url
        self.types = types
        self.isEnabled = isEnabled
    }
}
