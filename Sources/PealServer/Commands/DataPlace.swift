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
        let directory = URL(filePath: configuration.dataDirectory)
        try FileManager.default.createDirectory(
            at: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: .production)
        return DataPlace(store: store, apps: sources.map(\.app))
    }
}
