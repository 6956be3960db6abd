public import PealCore
public import PealProviderKit

extension FCMProvider {
    /// Every platform can have it.
    ///
    /// In a browser its own service worker shows the push and opens the link.
    public static let traits = ProviderTraits(id: .fcm, name: "FCM", collapseKeyLimit: 4, opensWebOrigin: true)

    /// What the server lists.
    public static let plugin = ProviderPlugin(
        traits,
        settings: FCMSettings.self,
        tokenProblem: { problem(withToken: $0) },
        clients: { context in ClientMaker { try client($0, context) } }
    )

    /// Messages travel over HTTP/2 where the host speaks it; access tokens and other hosts use the shared client.
    private static func client(_ settings: FCMSettings, _ context: ProviderContext) throws -> ProviderClient {
        let options = try FCMOptions(
            serviceAccount: Array(settings.serviceAccount.utf8),
            endpoint: settings.endpoint ?? FCMOptions.googleEndpoint,
            allowsCriticalAlerts: settings.criticalAlerts
        )
        let connections = try FCMConnections(
            options: options,
            trustRootsPEM: settings.trustRoots,
            now: context.now,
            random: context.random
        )
        let client = FCMProvider(
            options: options,
            transport: context.transport,
            connections: connections,
            now: context.now,
            comparesDates: !context.isSandbox
        )
        return ProviderClient(client) { await connections?.shutdown() }
    }
}
