import Foundation
package import PealCore
package import PealSQLite

/// The data directory of a server, or of a sandbox, opened by a command next to it: it has to exist.
package struct DataContext {
    package let store: SQLiteStore
    package let directory: DataDirectory
    package let configuration: ServerConfiguration
    package let apps: [AppID]
    /// Whether the directory is one of `peal serve --sandbox --data`, which has its own keys and needs no `peal.yaml`.
    package let isSandbox: Bool
    package let plugins = ProviderPlugins.shipped

    /// The push services each app is set up for; a sandbox simulates all of them for every app.
    var providers: [AppID: Set<ProviderID>] {
        if isSandbox { return Dictionary(uniqueKeysWithValues: apps.map { ($0, Set(plugins.traits.queueNames)) }) }
        return configuration.apps.mapValues { Set($0.providers.keys) }
    }

    /// Opens the directory that the paths and the configuration name.
    /// - Throws: ``ServerError`` or ``StoreError`` when there is no database in it, or one of another version.
    package static func open(_ paths: InstallationPaths, opening: SQLiteStore.Opening = .current) async throws
        -> DataContext
    {
        let (configuration, apps, isSandbox) = try await read(paths)
        let directory = try DataDirectory.find(configuration.dataDirectory)
        return DataContext(
            store: try SQLiteStore.open(
                path: directory.database.path,
                mode: isSandbox ? .sandbox : .production,
                opening: opening
            ),
            directory: directory,
            configuration: configuration,
            apps: apps,
            isSandbox: isSandbox
        )
    }

    /// Closes the database; a command that forgets to leaves what it wrote in the log.
    package func close() { try? store.close() }

    private static func read(_ paths: InstallationPaths) async throws -> (ServerConfiguration, [AppID], Bool) {
        if let data = paths.data {
            let database = URL(filePath: data).appending(path: DataDirectory.databaseName)
            if try DatabaseLook.mode(at: database.path) == .sandbox {
                let plan = try ServerPlan.sandbox(dataDirectory: data, catalogsDirectory: paths.catalogs)
                return (plan.configuration, plan.sources.map(\.app), true)
            }
        }
        let (configuration, sources) = try await ConfigurationLoader(paths).load()
        return (configuration, sources.map(\.app), false)
    }
}
