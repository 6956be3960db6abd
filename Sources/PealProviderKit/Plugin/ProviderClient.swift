/// A client of one app's push service or channel, with what it needs at the end.
public struct ProviderClient: Sendable {
    /// What it sends.
    public enum Service: Sendable {
        /// Pushes.
        case push(any PushProvider)
        /// What goes through a channel next to push and the inbox.
        case channel(any Notifier)
    }

    /// The client.
    public let service: Service
    /// Closes what it holds open; called once, when nothing is sent any more.
    public let shutdown: @Sendable () async -> Void

    /// Names a client of a push service.
    /// - Parameters:
    ///   - provider: the client.
    ///   - shutdown: closes what it holds open.
    public init(_ provider: any PushProvider, shutdown: @escaping @Sendable () async -> Void = {}) {
        service = .push(provider)
        self.shutdown = shutdown
    }

    /// Names a client of a channel.
    /// - Parameters:
    ///   - notifier: the client.
    ///   - shutdown: closes what it holds open.
    public init(_ notifier: any Notifier, shutdown: @escaping @Sendable () async -> Void = {}) {
        service = .channel(notifier)
        self.shutdown = shutdown
    }

    /// What the service takes of one sender.
    public var limits: QueueLimits {
        switch service {
        case .push(let provider): provider.limits
        case .channel(let notifier): notifier.limits
        }
    }
}
