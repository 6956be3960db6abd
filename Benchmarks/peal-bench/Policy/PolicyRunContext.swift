import Foundation
import GRDB
import JudgeKit
import PealCrypto

/// Sets up servers with the benchmark's own catalog, and reads their databases from outside.
struct PolicyRunContext {
    let peal: URL
    let workspace: Workspace
    let simulator: Simulator
    let caller: HTTPCaller
    let children: Children

    /// A Peal with a data directory of its own that sends through the simulators.
    func installation(_ catalog: PolicyCatalog, in name: String) async throws -> Installation {
        let directory = workspace.path(name)
        let catalogs = directory.appending(path: "catalogs")
        try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
        try Data(catalog.yaml.utf8).write(to: catalogs.appending(path: "\(PolicyCatalog.app).yaml"))
        let account = directory.appending(path: "fcm.json")
        try Data(try await simulator.serviceAccount(project: PolicyCatalog.app)).write(to: account)
        let prefix = "PEAL_APPS_\(PolicyCatalog.app.uppercased())_FCM"
        let rootKey = RootKey.generate()
        return Installation(
            peal: peal,
            workspace: directory,
            catalogs: catalogs,
            rootKey: rootKey,
            children: children,
            settings: [
                "PEAL_ROOT_KEY": rootKey, "PEAL_CATALOGS": catalogs.path, "\(prefix)_CREDENTIALS_FILE": account.path,
                "\(prefix)_ENDPOINT": simulator.url,
            ]
        )
    }

    /// A reader of a server's database, which takes no lock that the server would wait for.
    func reader(of installation: Installation) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: installation.database.path, configuration: configuration)
    }
}
