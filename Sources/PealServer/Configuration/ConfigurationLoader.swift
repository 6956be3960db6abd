import Foundation
package import Logging

/// Reads the configuration and the catalogs of an installation.
package struct ConfigurationLoader {
    private let paths: InstallationPaths
    private let port: Int?
    private let plugins: ProviderPlugins

    /// - Parameters:
    ///   - paths: where the installation is.
    ///   - port: overrides the port of the configuration.
    ///   - plugins: the push services that can be used.
    package init(_ paths: InstallationPaths, port: Int? = nil, plugins: ProviderPlugins = .shipped) {
        self.paths = paths
        self.port = port
        self.plugins = plugins
    }

    /// The configuration and the catalogs.
    /// - Throws: ``ServerError`` with all that is wrong.
    package func load(logger: Logger = Logger(label: "peal")) async throws -> (
        ServerConfiguration, [CatalogLoader.Source]
    ) {
        var file = try await ConfigurationFile(
            paths.configuration,
            environment: ProcessInfo.processInfo.environment,
            plugins: plugins
        )
        let loader = CatalogLoader(logger: logger, providers: plugins.traits)
        let sources = try loader.sources(directory: paths.catalogs ?? file.catalogsDirectory)
        let configuration = try file.read(
            apps: sources.map(\.app),
            overrides: .init(port: port, dataDirectory: paths.data, catalogsDirectory: paths.catalogs)
        )
        return (configuration, sources)
    }
}
