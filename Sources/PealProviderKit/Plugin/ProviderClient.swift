/// A client of one app's push service, with what it needs at the end.
public struct ProviderClient: Sendable {
    /// The client.
    public let provider: any PushProvider
    /// Closes what it holds open; called once, when nothing is sent any more.
    public let shutdown: @Sendable () async -> Void

    /// Names a client.
    /// - Parameters:
    ///   - provider: the client.
    ///   - shutdown: closes what it holds open.
    public init(_ provider: any PushProvider, shutdown: @escaping @Sendable () async -> Void = {}) {
        self.provider = provider
        self.shutdown = shutdown
    }
}
