public import PealCore
public import PealProviderKit

extension ExpoProvider {
    /// Phones of either platform have it, browsers do not.
    public static let traits = ProviderTraits(
        id: .expo,
        name: "Expo",
        platforms: [.ios, .android],
        address: .prefixedToken("ExponentPushToken[", alias: "ExpoPushToken[")
    )

    /// What the server lists.
    public static let plugin = ProviderPlugin(
        traits,
        settings: ExpoSettings.self,
        tokenProblem: { problem(withToken: $0) },
        clients: { context in
            ClientMaker { settings in
                let options = try ExpoOptions(
                    accessToken: settings.accessToken,
                    endpoint: settings.endpoint ?? ExpoOptions.expoEndpoint,
                    allowsCriticalAlerts: settings.criticalAlerts
                )
                return ProviderClient(ExpoProvider(options: options, transport: context.transport, now: context.now))
            }
        }
    )
}
