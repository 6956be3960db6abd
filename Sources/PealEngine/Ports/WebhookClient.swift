public import PealProviderKit

/// How outgoing events reach their receivers.
public struct WebhookClient: Sendable {
    /// Which URLs may be called.
    public var rules: EndpointRules
    /// Carries the requests; it has to hold them to the same rules when it connects.
    public var transport: HTTPTransport

    /// Joins both.
    /// - Parameters:
    ///   - rules: which URLs may be called.
    ///   - transport: carries the requests.
    public init(rules: EndpointRules, transport: HTTPTransport) {
        self.rules = rules
        self.transport = transport
    }

    /// Reaches nobody.
    public static let none = WebhookClient(
        rules: .publicHosts,
        transport: HTTPTransport { _ in .notSent(reason: "no-client") }
    )
}
