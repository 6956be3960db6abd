import Foundation
import Logging
import PealCore

/// Reads configuration and catalogs as a command's flags say.
struct ConfigurationLoader {
    let options: DataOptions
    var port: Int?

    func load(logger: Logger = Logger(label: "peal")) async throws -> (ServerConfiguration, [CatalogLoader.Source]) {
        var file = try await ConfigurationFile(path: options.config, environment: ProcessInfo.processInfo.environment)
        let loader = CatalogLoader(logger: logger)
        let sources = try loader.sources(directory: options.catalogs ?? file.catalogsDirectory)
        let configuration = try file.read(
            apps: sources.map(\.app),
            overrides: .init(port: port, dataDirectory: options.data, catalogsDirectory: options.catalogs)
        )
        return (configuration, sources)
    }
}
