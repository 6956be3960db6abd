import Foundation
import Logging

/// Reads the configuration and the catalogs that a command's flags name.
struct ConfigurationLoader {
    let options: DataOptions
    var port: Int?

    func load(logger: Logger = Logger(label: "peal")) async throws -> (ServerConfiguration, [CatalogLoader.Source]) {
        var file = try await ConfigurationFile(options.configuration, environment: ProcessInfo.processInfo.environment)
        let loader = CatalogLoader(logger: logger)
        let sources = try loader.sources(directory: options.catalogs ?? file.catalogsDirectory)
        let configuration = try file.read(
            apps: sources.map(\.app),
            overrides: .init(port: port, dataDirectory: options.data, catalogsDirectory: options.catalogs)
        )
        return (configuration, sources)
    }
}
