import Foundation
import Logging
import PealCore
import PealSQLite
import PealWire

/// What to serve and how, known before anything is opened.
public struct ServerPlan: Sendable {
    /// How the server runs.
    public var mode: ServerMode
    /// What the operator set.
    public var configuration: ServerConfiguration
    /// Kills the process at the n-th pass of a named place; for `peal-judge` alone.
    public var crashAt: String?
    /// The push services that can be used.
    let plugins: ProviderPlugins
    let sources: [CatalogLoader.Source]
    /// Where the root key stands, to follow its rotation; `nil` in a sandbox.
    let rootKeySource: RootKeySource?
    /// The system's clock; tests have others.
    package var systemClock = SystemClock()
    /// What the demo adds to a sandbox; `nil` for a server of any other kind.
    package var demo: DemoPlan?
}

extension ServerPlan {
    /// A production server, as its configuration says.
    /// - Parameters:
    ///   - paths: where the installation is.
    ///   - port: overrides the port of the configuration.
    ///   - crashAt: kills the process at the n-th pass of a named place.
    ///   - plugins: the push services that can be used.
    /// - Returns: the plan.
    /// - Throws: ``ServerError`` when the configuration or a catalog has errors.
    package static func production(
        _ paths: InstallationPaths,
        port: Int?,
        crashAt: String?,
        plugins: ProviderPlugins = .shipped
    ) async throws -> ServerPlan {
        let loader = ConfigurationLoader(paths, port: port, plugins: plugins)
        let (configuration, sources) = try await loader.load()
        return ServerPlan(
            mode: .production,
            configuration: configuration,
            crashAt: crashAt,
            plugins: plugins,
            sources: sources,
            rootKeySource: RootKeySource(
                configuration: paths.configuration.path,
                environment: ProcessInfo.processInfo.environment
            )
        )
    }

    /// A sandbox in a data directory of its own: no configuration file, keys made as needed.
    /// - Parameters:
    ///   - port: the public port; 0 takes a free one.
    ///   - dataDirectory: where its database is.
    ///   - catalogsDirectory: its catalogs; `nil` serves the shipped ones.
    ///   - origins: web origins that may call for users.
    ///   - environment: its variables set what the HTTP edge bounds, as in production; the others set nothing.
    ///   - plugins: the push services that are simulated.
    /// - Returns: the plan.
    /// - Throws: ``ServerError`` when a catalog has errors or the directory cannot be written.
    public static func sandbox(
        port: Int = 0,
        dataDirectory: String,
        catalogsDirectory: String? = nil,
        origins: [String] = [],
        environment: [String: String] = [:],
        plugins: ProviderPlugins = .shipped
    ) throws -> ServerPlan {
        let sources = try CatalogLoader(logger: .init(label: "peal"), providers: plugins.traits)
            .sources(directory: catalogsDirectory)
        let directory = try DataDirectory.make(dataDirectory, isPrivate: false)
        // Before anything is written: a production directory keeps nothing of a sandbox.
        if let made = try DatabaseLook.mode(at: directory.database.path) { try made.require(.sandbox) }
        let secrets = try SandboxSecrets.load(directory: directory.url)
        let apps = sources.map { source -> (AppID, AppConfiguration) in
            let jwt = JWTSettings.sandbox(
                source.app,
                secret: secrets.jwtSecret,
                maximumLifetime: SandboxTokenBody.longestLife
            )
            return (source.app, AppConfiguration(jwt: jwt, origins: origins))
        }
        var configuration = ServerConfiguration(
            host: "127.0.0.1",
            port: port,
            dataDirectory: dataDirectory,
            catalogsDirectory: catalogsDirectory,
            rootKey: secrets.rootKey,
            backlog: 100_000,
            maximumInFlight: 1_024,
            apps: Dictionary(uniqueKeysWithValues: apps)
        )
        configuration.webhooks = .sandbox()
        (configuration.edge, configuration.log) = try ConfigurationFile.edge(in: environment)
        return ServerPlan(
            mode: .sandbox,
            configuration: configuration,
            crashAt: nil,
            plugins: plugins,
            sources: sources,
            rootKeySource: nil
        )
    }
}
