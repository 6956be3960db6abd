public import PealCore
public import PealProviderKit

/// Which clients send for which app.
///
/// A new provider or channel is one more entry.
public struct ProviderRegistry: Sendable {
    private let clients: [AppID: [ProviderID: any PushProvider]]
    private let notifiers: [AppID: [Channel: any Notifier]]
    private let named: [AppID: Set<ProviderID>]
    /// The push services and channels of the installation, whether or not an app uses them.
    public let installed: Providers

    /// Lists the clients of each app.
    public init(
        _ clients: [AppID: [any PushProvider]],
        notifiers: [AppID: [any Notifier]] = [:],
        installed: Providers
    ) {
        self.installed = installed
        self.clients = clients.mapValues { list in
            Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
        self.notifiers = notifiers.mapValues { list in
            Dictionary(list.map { ($0.channel, $0) }, uniquingKeysWith: { first, _ in first })
        }
        var named = self.clients.mapValues { Set($0.keys) }
        for (app, list) in self.notifiers {
            named[app, default: []].formUnion(list.keys.map { ProviderID(rawValue: $0.rawValue) })
        }
        self.named = named
    }

    /// Names the push services and channels of each app without clients, for those who only decide and send nothing.
    public init(named: [AppID: Set<ProviderID>], installed: Providers) {
        self.installed = installed
        clients = [:]
        notifiers = [:]
        self.named = named
    }

    /// The client of an app and a push service.
    public func client(_ provider: ProviderID, of app: AppID) -> (any PushProvider)? { clients[app]?[provider] }

    /// The client of an app and a channel next to push and the inbox.
    func notifier(_ channel: Channel, of app: AppID) -> (any Notifier)? { notifiers[app]?[channel] }

    /// The public key that an app's clients subscribe with; `nil` where no push service of the app needs one.
    public func subscriptionKey(of app: AppID) -> String? {
        installed.withSubscriptions.lazy.compactMap { client($0.id, of: app)?.subscriptionKey }.first
    }

    /// What each push service and channel takes of each app.
    public var limits: [QueueKey: QueueLimits] {
        var limits: [QueueKey: QueueLimits] = [:]
        for (app, clients) in clients {
            for (provider, client) in clients { limits[QueueKey(app: app, provider: provider)] = client.limits }
        }
        for (app, notifiers) in notifiers {
            for (channel, notifier) in notifiers { limits[QueueKey(app: app, channel: channel)] = notifier.limits }
        }
        return limits
    }

    /// The push services an app can send through, and its channels by their names.
    public func available(_ app: AppID) -> Set<ProviderID> { named[app] ?? [] }
}
