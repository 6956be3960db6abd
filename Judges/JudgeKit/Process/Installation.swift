package import Foundation
import PealCrypto

/// A Peal set up to send through the simulators: its files, its settings, its keys.
package struct Installation: Sendable {
    package let peal: URL
    package let workspace: URL
    package let catalogs: URL
    package let rootKey: String
    package let children: Children
    package let settings: [String: String]

    package init(
        peal: URL,
        workspace: URL,
        catalogs: URL,
        rootKey: String,
        children: Children,
        settings: [String: String]
    ) {
        self.peal = peal
        self.workspace = workspace
        self.catalogs = catalogs
        self.rootKey = rootKey
        self.children = children
        self.settings = settings
    }

    /// The apps that most runs use.
    package static let apps = ["reports", "nhs"]

    /// The data directory.
    package var data: URL { workspace.appending(path: "data") }
    /// The database in it.
    package var database: URL { data.appending(path: "peal.db") }

    /// Writes the service accounts and points the apps' provider clients at the simulator.
    package static func make(
        peal: URL,
        workspace: Workspace,
        catalogs: String,
        simulator: Simulator,
        children: Children,
        apps: [String] = Self.apps,
        way: PushWay = .fcmHTTP1
    ) async throws -> Installation {
        guard FileManager.default.fileExists(atPath: catalogs) else {
            throw JudgeError(.invalid, "\(catalogs) does not exist; name the catalogs with --catalogs")
        }
        // A file that is named has to exist; the environment holds the rest.
        try Data("host: 127.0.0.1\n".utf8).write(to: workspace.path("peal.yaml"))
        let rootKey = RootKey.generate()
        var settings = ["PEAL_ROOT_KEY": rootKey]
        for app in apps {
            let file = workspace.path("\(app)-fcm.json")
            try Data(try await simulator.serviceAccount(project: app)).write(to: file)
            settings["PEAL_APPS_\(app.uppercased())_FCM_CREDENTIALS_FILE"] = file.path
            settings["PEAL_APPS_\(app.uppercased())_FCM_ENDPOINT"] = simulator.url
            settings.merge(try await way.settings(of: app, simulator, in: workspace.directory)) { $1 }
        }
        return Installation(
            peal: peal,
            workspace: workspace.directory,
            catalogs: URL(filePath: catalogs),
            rootKey: rootKey,
            children: children,
            settings: settings
        )
    }

    /// Makes a secret key for an app.
    package func createKey(app: String) async throws -> String {
        try await createDatabase()
        let child = try ChildProcess.start(
            peal,
            ["keys", "create", "--app", app] + paths,
            environment: settings,
            log: log,
            children: children
        )
        let (text, end) = try await child.output(within: .seconds(300))
        guard end.status == 0, let key = text.split(separator: "\n").last(where: { $0.hasPrefix("sk_") }) else {
            throw JudgeError(.unexpectedAnswer, "`peal keys create` ended with \(end.status) and no key")
        }
        return String(key.prefix(while: { !$0.isWhitespace }))
    }

    /// Lets the binary under test make its database, unless there is one: commands make none, and another commit's has another
    /// schema.
    private func createDatabase() async throws {
        guard !FileManager.default.fileExists(atPath: database.path) else { return }
        try await startReady().server.child.stop()
    }

    /// Starts a server; it is not ready yet.
    package func start(crashAt: String? = nil) throws -> ServerProcess {
        var environment = settings
        if let crashAt { environment["PEAL_CRASH_AT"] = crashAt }
        let child = try ChildProcess.start(
            peal,
            ["serve", "--port", "0", "--catalogs", catalogs.path] + paths,
            environment: environment,
            log: log,
            children: children
        )
        return ServerProcess(child: child)
    }

    /// Starts a server and waits until it serves.
    package func startReady() async throws -> (server: ServerProcess, url: String) {
        let server = try start()
        guard let url = try await server.readyURL() else {
            throw JudgeError(.notReady, "`peal serve` ended before it was ready")
        }
        return (server, url)
    }

    private var paths: [String] {
        ["--data", data.path, "--config", workspace.appending(path: "peal.yaml").path]
    }

    private var log: URL { workspace.appending(path: "server.log") }
}
