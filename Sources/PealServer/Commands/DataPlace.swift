import Foundation
import Logging
import PealCore
import PealSQLite

/// The data directory of a production server, opened by a command beside it.
struct DataPlace {
    let store: SQLiteStore
    let apps: [AppID]

    var appNames: String { apps.map(\.rawValue).joined(separator: ", ") }

    static func open(_ options: DataOptions) async throws -> DataPlace {
        let (configuration, sources) = try await ConfigurationLoader(options: options).load()
        let directory = try DataDirectory.make(configuration.dataDirectory)
        let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: .production)
        return DataPlace(store: store, apps: sources.map(\.app))
    }
}
