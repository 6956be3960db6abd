import Foundation
import PealCore
import PealSQLite

/// The data directory of a server, or of a sandbox, opened by a command next to it: it has to exist.
struct DataContext {
    let store: SQLiteStore
    let directory: DataDirectory
    let configuration: ServerConfiguration
    let apps: [AppID]
    /// Whether the directory is one of `peal serve --sandbox --data`, which has its own keys and needs no `peal.yaml`.
    let isSandbox: Bool
    let plugins = ProviderPlugins.shipped

    /// The push services each app is set up for; a sandbox simulates all of them for every app.
    var providers: [AppID: Set<ProviderID>] {
        if isSandbox { return Dictionary(uniqueKeysWithValues: apps.map { ($0, Set(plugins.traits.queueNames)) }) }
        return configuration.apps.mapValues { Set($0.providers.keys) }
    }

    /// Opens the directory that the flags and the configuration name.
    /// - Throws: ``ServerError`` or ``StoreError`` when there is no database in it, or one of another version.
    static func open(_ options: DataOptions, opening: SQLiteStore.Opening = .current) async throws -> DataContext {
        let (configuration, apps, isSandbox) = try await read(options)
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
    func close() { try? store.close() }

    private static func read(_ options: DataOptions) async throws -> (ServerConfiguration, [AppID], Bool) {
        if let data = options.data {
            let database = URL(filePath: data).appending(path: DataDirectory.databaseName)
            if try DatabaseLook.mode(at: database.path) == .sandbox {
                let plan = try ServerPlan.sandbox(dataDirectory: data, catalogsDirectory: options.catalogs)
                return (plan.configuration, plan.sources.map(\.app), true)
            }
        }
        let (configuration, sources) = try await ConfigurationLoader(options: options).load()
        return (configuration, sources.map(\.app), false)
    }
}
