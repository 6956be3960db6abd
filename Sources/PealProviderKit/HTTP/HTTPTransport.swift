/// Carries requests to push services: the seam between a provider's words and the network.
public struct HTTPTransport: Sendable {
    private let carry: @Sendable (HTTPCall) async -> HTTPResult

    /// Wraps a way to carry a request.
    public init(_ carry: @escaping @Sendable (HTTPCall) async -> HTTPResult) { self.carry = carry }

    /// Sends a request and waits for its answer; every failure is a result.
    public func send(_ call: HTTPCall) async -> HTTPResult { await carry(call) }
}
