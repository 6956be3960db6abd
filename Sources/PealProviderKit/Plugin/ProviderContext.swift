public import PealCore

/// What clients of push services get from outside.
public struct ProviderContext: Sendable {
    /// Carries requests to services that need no guard.
    public var transport: HTTPTransport
    /// The wall clock.
    public var now: @Sendable () -> Timestamp
    /// Numbers in 0..<1.
    public var random: @Sendable () -> Double
    /// Whether the services are simulated in this process: then little is made ahead.
    public var isSandbox: Bool

    /// Sets what clients use.
    public init(
        transport: HTTPTransport,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double,
        isSandbox: Bool = false
    ) {
        self.transport = transport
        self.now = now
        self.random = random
        self.isSandbox = isSandbox
    }
}
