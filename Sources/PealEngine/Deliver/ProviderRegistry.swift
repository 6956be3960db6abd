public import PealCore
public import PealProviderKit

/// Which provider client sends for which app.
///
/// A new provider is one more entry.
public struct ProviderRegistry: Sendable {
    private let clients: [AppID: [ProviderID: any PushProvider]]
    private let named: [AppID: Set<ProviderID>]
    /// The push services of the installation, whether or not an app uses them.
    public let installed: Providers

    /// Lists the clients of each app.
    public init(_ clients: [AppID: [any PushProvider]], installed: Providers) {
        self.installed = installed
        self.clients = clients.mapValues { list in
            Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
        named = self.clients.mapValues { Set($0.keys) }
    }

    /// Names the push services of each app without clients, for those who only decide and send nothing.
    public init(named: [AppID: Set<ProviderID>], installed: Providers) {
        self.installed = installed
        clients = [:]
        self.named = named
    }

    /// The client of an app and a push service.
    public func client(_ provider: ProviderID, of app: AppID) -> (any PushProvider)? { clients[app]?[provider] }

    /// The public key that an app's clients subscribe with; `nil` where no push service of the app needs one.
    public func subscriptionKey(of app: AppID) -> String? {
        installed.withSubscriptions.lazy.compactMap { client($0.id, of: app)?.subscriptionKey }.first
    }

    /// What each push service takes of each app.
    public var limits: [QueueKey: QueueLimits] {
        var limits: [QueueKey: QueueLimits] = [:]
        for (app, clients) in clients {
            for (provider, client) in clients { limits[QueueKey(app: app, provider: provider)] = client.limits }
        }
        return limits
    }

    /// The push services an app can send through.
    public func available(_ app: AppID) -> Set<ProviderID> { named[app] ?? [] }
}
