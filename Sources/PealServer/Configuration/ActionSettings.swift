import PealCore
import PealCrypto

/// What an operator sets for the tokens of an app's actions.
struct ActionSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "secret": .text, "secretFile": .text, "previousSecret": .text, "previousSecretFile": .text,
    ]

    /// What tokens are made and verified with: the first one signs.
    var secrets: [ActionSecret]

    /// Reads the section; `nil` when the app has none.
    init?(_ values: inout ConfigurationValues, app: AppID) {
        let section = "apps.\(app).actions"
        guard values.has(Array(Self.keys.keys), in: section) else { return nil }
        secrets = ["secret", "previousSecret"].compactMap { name in
            guard let text = values.secret("\(section).\(name)") else { return nil }
            guard text.utf8.count >= ActionSecret.shortest else {
                values.report(["\(section).\(name): needs at least \(ActionSecret.shortest) bytes"])
                return nil
            }
            return ActionSecret(Array(text.utf8), app: app)
        }
        if !values.has(["secret", "secretFile"], in: section) {
            values.report(["\(section).secret: is missing; a previous secret only verifies"])
        }
    }
}

extension ActionTokens {
    /// The tokens of some apps: a secret of the configuration signs where there is one, and the root key always verifies.
    init(_ configuration: ServerConfiguration, apps: [AppID]) {
        let secrets = apps.map { app in
            (app, (configuration.apps[app]?.actions?.secrets ?? []) + [ActionSecret(configuration.rootKey, app: app)])
        }
        self.init(Dictionary(secrets) { first, _ in first })
    }
}
