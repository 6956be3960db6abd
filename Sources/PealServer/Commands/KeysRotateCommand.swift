import ArgumentParser
import Foundation
import Logging
import PealCore
import PealCrypto
import PealSQLite

extension KeysCommand {
    /// The command `peal keys rotate`.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a new key in place of the one that seals what lies in the database, while a server runs.",
            discussion: """
                --app makes a new data key of one app. A running server takes it within seconds, seals device tokens and
                trigger data anew in the background, and deletes the old key when nothing needs it any more; without a
                running server that happens when one is started.

                --root makes a new root key, which wraps the data keys of all apps. It takes the place of the old one in
                peal.yaml, or in the file that rootKeyFile names; where the old one is in the environment, the new one is
                printed once, and you set it before the next start. Copies of the database made before need the old one.

                A sandbox has keys of its own, which are not rotated.
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app whose data key is rotated.")
        var app: String?
        @Flag(help: "Rotate the root key.")
        var root = false

        func validate() throws {
            guard root != (app != nil) else { throw ValidationError("say what to rotate: --app <app> or --root") }
        }

        func run() async throws {
            let (configuration, sources) = try await ConfigurationLoader(options: options).load()
            let directory = try DataDirectory.make(configuration.dataDirectory)
            let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: .production)
            let custody = RootKeyCustody(
                source: RootKeySource(
                    configuration: options.config,
                    environment: ProcessInfo.processInfo.environment
                ),
                directory: directory,
                logger: try StandardErrorLog.logger(level: "warning")
            )
            if let app {
                guard sources.contains(where: { $0.app == AppID(app) }) else {
                    let names = sources.map(\.app.rawValue).joined(separator: ", ")
                    throw ServerError(.keys, "no catalog of an app \"\(app)\"; there are \(names)")
                }
                let version = try await DataKeyRotation(custody: custody, store: store, now: SystemClock().now)
                    .rotate(AppID(app))
                print(
                    "Made data key \(version) of \(app). A running server takes it within seconds and seals all anew."
                )
            } else {
                report(try await RootKeyRotation(custody: custody, store: store).rotate(), custody)
            }
            try store.close()
        }

        private func report(_ outcome: RootKeyRotation.Outcome, _ custody: RootKeyCustody) {
            switch outcome {
            case .replaced(let file):
                print(
                    "Put a new root key in \(file.path). Back it up: copies of the database made from now on need it."
                )
            case .toBeSet(let variable, let key):
                print(
                    """
                    The data keys are wrapped by a new root key. Set \(variable) to it before the server's next start; \
                    until then it also lies in \(custody.nextFile.path), which that start removes.
                    \(key)
                    """
                )
            }
        }
    }
}
