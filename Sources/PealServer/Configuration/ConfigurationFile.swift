import Configuration
import Foundation
import PealCatalog
package import PealCore
import PealCrypto
import PealHTTP
import PealProviderKit
import PealWire

/// Reads `peal.yaml` and the environment, and reports all problems together.
package struct ConfigurationFile {
    private var values: ConfigurationValues
    private let written: JSONValue
    private let environment: [String: String]
    private let plugins: ProviderPlugins
    private let keys: ConfigurationKeys
    private let path: String

    /// Opens the file; without one the environment has to hold what is required.
    package init(
        _ configuration: ConfigurationPath,
        environment: [String: String],
        plugins: ProviderPlugins = .shipped
    ) async throws(ServerError) {
        if let problem = configuration.problem() { throw ServerError(.configuration, problem) }
        self.environment = environment
        self.plugins = plugins
        keys = ConfigurationKeys(plugins)
        let path = configuration.path
        self.path = path
        if let fault = YAMLFault.find(in: try Self.text(at: path)) {
            throw ServerError(.configuration, "\(path):\(fault)")
        }
        let location = ConfigReader(
            provider: InMemoryProvider(values: ["filePath": .init(stringLiteral: path), "allowMissing": true])
        )
        let file: FileProvider<ConfigurationSnapshot>
        do {
            file = try await FileProvider<ConfigurationSnapshot>(config: location)
        } catch {
            // The cause may quote the file, and the file holds secrets.
            throw ServerError(
                .configuration,
                "\(path) is not a mapping of keys to single values, lists of single values and sections"
            )
        }
        written = try Self.written(at: path)
        values = ConfigurationValues(
            reader: ConfigReader(providers: [
                EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "peal"), file,
            ]),
            directory: URL(filePath: path).deletingLastPathComponent()
        )
    }

    /// Overrides from the command line.
    package struct Overrides: Sendable {
        var port: Int?
        var dataDirectory: String?
        var catalogsDirectory: String?

        package init(port: Int? = nil, dataDirectory: String? = nil, catalogsDirectory: String? = nil) {
            self.port = port
            self.dataDirectory = dataDirectory
            self.catalogsDirectory = catalogsDirectory
        }
    }

    /// The directory of the catalogs; `nil` serves the examples.
    package var catalogsDirectory: String? { values.text("catalogs").map(values.resolve) }

    /// The data directory, beside the file unless the path is absolute.
    var dataDirectory: String { values.resolve(values.text("data") ?? "peal-data") }

    /// The data directory that the file names, whatever the environment says: its root key is the one of this file.
    package var writtenDataDirectory: String { written.object?["data"]?.string.map(values.resolve) ?? dataDirectory }

    /// Files that hold secrets; complete once everything was read.
    package var secretFiles: [String] { values.secretFiles }

    /// Whether the file itself holds secrets.
    package var holdsSecrets: Bool { holdsSecrets(written) }

    /// The whole configuration.
    package mutating func read(apps: [AppID], overrides: Overrides) throws(ServerError) -> ServerConfiguration {
        let catalogs = overrides.catalogsDirectory ?? catalogsDirectory
        values.report(keys.problems(in: written, apps: apps, catalogs: catalogs ?? "this build"))
        values.report(EnvironmentNames(keys: keys).problems(in: environment, apps: apps))
        let rootKey = rootKey()
        let settings = Dictionary(uniqueKeysWithValues: apps.map { ($0, app($0)) })
        values.report(JWTSettings.problems(among: settings))
        let port = values.number("port", 0...65_535) ?? 8080
        let backlog = values.number("backlog", 100...100_000_000) ?? 100_000
        let maximumInFlight = values.number("maximumInFlight", 1...10_000) ?? 1_024
        let edge = EdgeSettings.read(&values)
        let admin = admin()
        let publicURL = EdgeSettings.url("publicURL", &values)
        let docsURL = EdgeSettings.url("docsURL", &values)
        let log = Self.log(&values)
        let webhooks = WebhookSettings(&values)
        let otlp = OTLPSettings(&values)
        let alertTo = AlertToSettings.read(&values, allowedForWebhooks: webhooks)
        guard let rootKey, values.problems.isEmpty else {
            throw ServerError(.configuration, values.problems.joined(separator: "\n"))
        }
        var configuration = ServerConfiguration(
            host: values.text("host") ?? "127.0.0.1",
            port: overrides.port ?? port,
            dataDirectory: overrides.dataDirectory ?? dataDirectory,
            catalogsDirectory: catalogs,
            rootKey: rootKey,
            backlog: backlog,
            maximumInFlight: maximumInFlight,
            apps: settings
        )
        configuration.exposedFiles = Set((holdsSecrets ? [path] : []) + secretFiles).sorted()
            .filter { FileMode.of($0).map { $0 & 0o007 != 0 } ?? false }
        configuration.edge = edge
        configuration.admin = admin
        configuration.publicURL = publicURL
        configuration.log = log
        configuration.docsURL = docsURL
        configuration.webhooks = webhooks
        configuration.otlp = otlp
        configuration.alertTo = alertTo
        return configuration
    }

    private mutating func admin() -> ListenAddress? {
        guard let text = values.text("admin") else { return nil }
        let address = ListenAddress(text)
        if address == nil { values.report(["admin: write a host and a port, such as 127.0.0.1:9100"]) }
        return address
    }

    /// The text of the file; empty when there is none.
    private static func text(at path: String) throws(ServerError) -> String {
        guard FileManager.default.fileExists(atPath: path) else { return "" }
        do {
            return try String(contentsOf: URL(filePath: path), encoding: .utf8)
        } catch {
            throw ServerError(.configuration, "cannot read \(path): \(PlainReason.of(error))")
        }
    }

    private static func log(_ values: inout ConfigurationValues) -> LogFormat {
        guard let text = values.text("log") else { return .text }
        let format = LogFormat(rawValue: text)
        if format == nil { values.report(["log: write text or json, not `\(text)`"]) }
        return format ?? .text
    }

    /// What the environment sets of the edge and of the log, for a sandbox, which has no file.
    static func edge(in environment: [String: String]) throws(ServerError) -> (EdgeLimits, LogFormat) {
        let provider = EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "peal")
        var values = ConfigurationValues(reader: ConfigReader(providers: [provider]), directory: URL(filePath: "/"))
        let settings = (EdgeSettings.read(&values), log(&values))
        guard values.problems.isEmpty else {
            throw ServerError(.configuration, values.problems.joined(separator: "\n"))
        }
        return settings
    }

    /// The content of the file, with known and unknown keys.
    private static func written(at path: String) throws(ServerError) -> JSONValue {
        guard FileManager.default.fileExists(atPath: path) else { return .object([:]) }
        do {
            return try JSONParser.parse(YAMLDocument.json([UInt8](try Data(contentsOf: URL(filePath: path)))))
        } catch {
            // The cause may quote a secret.
            throw ServerError(
                .configuration,
                "\(path) has values that are not plain text, numbers or true and false; put dates in quotes"
            )
        }
    }

    private func holdsSecrets(_ value: JSONValue) -> Bool {
        (value.array ?? []).contains { holdsSecrets($0) }
            || (value.object ?? [:]).contains { name, member in
                (keys.secretNames.contains(name) && member.string != nil) || holdsSecrets(member)
            }
    }

    private mutating func rootKey() -> RootKey? {
        let known = values.problems.count
        guard let text = values.secret("rootKey") else {
            if values.problems.count == known {
                values.report([
                    "rootKey is missing; run `peal init`, or set rootKey or rootKeyFile (PEAL_ROOT_KEY_FILE)"
                ])
            }
            return nil
        }
        do throws(CryptoError) {
            return try RootKey(base64: text)
        } catch {
            values.report(["rootKey: \(error.message)"])
            return nil
        }
    }

    private mutating func app(_ id: AppID) -> AppConfiguration {
        let prefix = "apps.\(id)"
        var app = AppConfiguration(
            jwt: JWTSettings(&values, app: id),
            origins: values.list("\(prefix).origins") ?? []
        )
        for origin in app.origins {
            guard let problem = WebOrigin.problem(with: origin) else { continue }
            values.report(["\(prefix).origins: \(origin) \(problem)"])
        }
        switch values.text("\(prefix).review") {
        case nil, "optional": break
        case "required": app.requiresReview = true
        case let other?: values.report(["\(prefix).review: write `required` or `optional`, not `\(other.prefix(64))`"])
        }
        app.actions = ActionSettings(&values, app: id)
        for plugin in plugins.all.map(\.plugin) {
            app.providers[plugin.id] = values.section("\(prefix).\(plugin.id)", plugin.settings)
        }
        return app
    }
}
