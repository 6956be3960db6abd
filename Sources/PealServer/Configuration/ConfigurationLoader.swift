import Foundation
import Logging

/// Reads the configuration and the catalogs that a command's flags name.
struct ConfigurationLoader {
    let options: DataOptions
    var port: Int?
    var plugins = ProviderPlugins.shipped

    func load(logger: Logger = Logger(label: "peal")) async throws -> (ServerConfiguration, [CatalogLoader.Source]) {
        var file = try await ConfigurationFile(
            options.configuration,
            environment: ProcessInfo.processInfo.environment,
            plugins: plugins
        )
        let loader = CatalogLoader(logger: logger, providers: plugins.traits)
        let sources = try loader.sources(directory: options.catalogs ?? file.catalogsDirectory)
        let configuration = try file.read(
            apps: sources.map(\.app),
            overrides: .init(port: port, dataDirectory: options.data, catalogsDirectory: options.catalogs)
        )
        return (configuration, sources)
    }
}
