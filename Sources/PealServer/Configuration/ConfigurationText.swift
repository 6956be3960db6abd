package import PealCore
import PealProviderKit

/// The text of a new `peal.yaml`.
package struct ConfigurationText {
    let rootKey: String
    let dataDirectory: String
    let catalogsDirectory: String?
    let apps: [(app: AppID, jwtSecret: String)]
    let plugins: ProviderPlugins

    package init(
        rootKey: String,
        dataDirectory: String,
        catalogsDirectory: String?,
        apps: [(app: AppID, jwtSecret: String)],
        plugins: ProviderPlugins = .shipped
    ) {
        self.rootKey = rootKey
        self.dataDirectory = dataDirectory
        self.catalogsDirectory = catalogsDirectory
        self.apps = apps
        self.plugins = plugins
    }

    package var yaml: String {
        let settings = apps.map { app, secret in
            """
              \(app):
                jwt:
                  # Signs the tokens of end users (HS256). Share it with your backend only. Use it as text: it looks like
                  # base64, but do not decode it.
                  secret: "\(secret)"
                # Web origins that may call the end-user API.
                origins: []
                # One section for each push service of the app; docs/operations.md tells where the credentials come from.
            \(examples(for: app))
            """
        }
        return """
            # Peal's configuration. Every key can also be set in the environment: PEAL_PORT, PEAL_ROOT_KEY_FILE, …
            # A secret can be in a file of its own: rootKeyFile, jwt.secretFile, apns.keyFile, …

            # Encrypts the data in the database. Without it no device can be reached; who has it can decrypt everything.
            rootKey: "\(rootKey)"
            host: 127.0.0.1
            port: 8080
            data: "\(dataDirectory)"
            \(catalogsDirectory.map { "catalogs: \"\($0)\"" } ?? "# catalogs: catalogs   # unset: the example catalogs are served")

            # Who is notified when Peal is in trouble (docs/configuration.md); `peal alerts test` tries it.
            # alertTo:
            #   - slackFile: slack-url.txt
            #   - pagerdutyFile: pagerduty-key.txt

            apps:
            \(settings.joined(separator: "\n"))

            """
    }

    /// The section of each push service, commented out.
    private func examples(for app: AppID) -> String {
        let lines = plugins.all.flatMap { installed in
            ["\(installed.plugin.id):"] + installed.plugin.example(app).map { "  \($0)" }
        }
        return lines.map { "    # \($0)" }.joined(separator: "\n")
    }
}
