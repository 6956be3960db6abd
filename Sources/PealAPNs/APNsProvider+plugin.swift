public import PealCore
public import PealProviderKit

extension APNsProvider {
    /// Only Apple's phones have it, and each belongs to one of Apple's two services.
    public static let traits = ProviderTraits(
        id: .apns,
        name: "APNs",
        platforms: [.ios],
        address: .hexadecimalToken,
        environments: ["production", "sandbox"],
        // The value of the entitlement `aps-environment`.
        environmentAliases: ["development": "sandbox"]
    )

    /// What the server lists.
    public static let plugin = ProviderPlugin(
        traits,
        settings: APNsSettings.self,
        tokenProblem: { problem(withToken: $0) },
        refusalAdvice: refusalAdvice,
        clients: { context in
            ClientMaker { settings in
                let client = APNsProvider(
                    options: try APNsOptions(settings),
                    now: context.now,
                    random: context.random
                )
                return ProviderClient(client) { await client.shutdown() }
            }
        }
    )

    private static let topicAdvice =
        "check bundleId; it must be an app of this team, with Push Notifications enabled"
    private static let refusalAdvice = [
        "TopicDisallowed": topicAdvice,
        "BadTopic": topicAdvice,
        "MissingTopic": topicAdvice,
        "InvalidProviderToken": "check that keyId, teamId and the key belong together, and that the key is not revoked",
        "BadEnvironmentKeyInToken": "the key is restricted to Apple's other environment; create one for both",
        "BadCertificateEnvironment": "the endpoint belongs to Apple's other environment; check endpoint",
        "ExpiredProviderToken": "check this machine's clock",
    ]
}

extension APNsOptions {
    /// The options that an operator's settings ask for.
    /// - Throws: ``APNsConfigurationError``.
    init(_ settings: APNsSettings) throws {
        try self.init(
            signingKey: settings.signingKey,
            keyID: settings.keyID,
            teamID: settings.teamID,
            bundleID: settings.bundleID,
            productionEndpoint: settings.endpoint ?? APNsOptions.appleProduction,
            sandboxEndpoint: settings.sandboxEndpoint ?? APNsOptions.appleSandbox,
            trustRootsPEM: settings.trustRoots,
            allowsCriticalAlerts: settings.criticalAlerts,
            connections: settings.connections ?? 2
        )
    }
}
