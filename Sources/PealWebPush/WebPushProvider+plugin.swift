public import PealCore
public import PealProviderKit

extension WebPushProvider {
    /// Only browsers have it, and a browser has to show something for every push.
    public static let traits = ProviderTraits(
        id: .webpush,
        name: "Web Push",
        platforms: [.web],
        address: .subscription,
        takesSilentPushes: false
    )

    /// What the server lists.
    public static let plugin = ProviderPlugin(
        traits,
        settings: WebPushSettings.self,
        tokenProblem: { WebPushSubscription.problem(withToken: $0) },
        clients: { context in
            // The keys that are made ahead serve all apps.
            let keys = EphemeralKeys(size: context.isSandbox ? 64 : 2_048)
            return ClientMaker(run: { await keys.run() }) { try client($0, keys, context) }
        }
    )

    /// Web Push goes where users' browsers say, so both of its ways are guarded.
    private static func client(
        _ settings: WebPushSettings,
        _ keys: EphemeralKeys,
        _ context: ProviderContext
    ) throws -> ProviderClient {
        let options = try WebPushOptions(
            vapidPrivateKey: settings.privateKey,
            subject: settings.subject,
            allowedHosts: settings.hosts ?? WebPushOptions.browserHosts,
            exceptions: settings.allowed
        )
        let guarded = try GuardedTransport(
            rules: options.endpointRules,
            now: context.now,
            connectionsPerOrigin: settings.queue.inFlight ?? connectionsPerOrigin,
            trustRootsPEM: settings.trustRoots.map { Array($0.utf8) }
        )
        let connections = try WebPushConnections(
            options: options,
            trustRootsPEM: settings.trustRoots,
            now: context.now,
            random: context.random
        )
        let client = WebPushProvider(
            options: options,
            transport: guarded.transport,
            connections: connections,
            keys: keys,
            now: context.now,
            comparesDates: !context.isSandbox
        )
        return ProviderClient(client) {
            await connections.shutdown()
            await guarded.shutDown()
        }
    }
}
