import ArgumentParser
import Foundation
import Logging
import PealCore
import PealCrypto
import PealServer

extension KeysCommand {
    /// The command `peal keys rotate`.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rotate an encryption key. Safe while the server is running.",
            discussion: """
                --app creates a new data key for one app. A running server uses it within seconds, encrypts device tokens \
                and trigger data again in the background, and deletes the old key when it is no longer needed. Without a \
                running server that happens after the next start.

                --root creates a new root key, which encrypts the data keys of all apps. It replaces the old one in \
                peal.yaml or in the file that rootKeyFile names. If the old one is in the environment, the new one is \
                printed once, and you set it before the next start. Earlier backups need the old root key: it is kept in \
                root-keys.previous next to the file in which the root key is stored, and a server on a restored backup \
                finds it there. A key in the environment is yours to keep.

                --root works only on the data directory that peal.yaml names: rotated for a restored copy, the root key in \
                peal.yaml could no longer decrypt the original. The keys of a sandbox cannot be rotated.

                EXAMPLES:
                  peal keys rotate --app reports
                  peal keys rotate --root
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "Rotate the data key of this app.")
        var app: String?
        @Flag(help: "Rotate the root key.")
        var root = false

        func validate() throws {
            guard root != (app != nil) else { throw ValidationError("name what to rotate: --app <app> or --root") }
        }

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            if dataContext.isSandbox {
                throw ServerError(
                    .keys,
                    "\(dataContext.directory.url.path) belongs to a sandbox; its keys cannot be rotated"
                )
            }
            let custody = RootKeyCustody(
                source: RootKeySource(
                    configuration: options.config,
                    environment: ProcessInfo.processInfo.environment
                ),
                directory: dataContext.directory.url,
                logger: StandardErrorLog.logger(level: .warning)
            )
            if let app {
                guard dataContext.apps.contains(AppID(app)) else {
                    throw UnknownApp.error(app, among: dataContext.apps, .keys)
                }
                let version = try await DataKeyRotation(
                    custody: custody,
                    store: dataContext.store,
                    by: OperatorName.current,
                    now: SystemClock().now
                )
                .rotate(AppID(app))
                print(
                    "Created data key \(version) of \(app). A running server uses it within seconds and encrypts everything again."
                )
            } else {
                try await refuseCopy(custody, dataContext.directory)
                let rotation = RootKeyRotation(
                    custody: custody,
                    store: dataContext.store,
                    by: OperatorName.current
                )
                report(try await rotation.rotate(), custody)
            }
        }

        /// Refuses a directory that the configuration does not name: its root key encrypts another one as well.
        private func refuseCopy(_ custody: RootKeyCustody, _ directory: DataDirectory) async throws {
            // A key in the environment is printed, and replaced nowhere.
            if case .environment = try custody.source.read().origin { return }
            let file = try await ConfigurationFile(
                options.paths.configuration,
                environment: ProcessInfo.processInfo.environment
            )
            let named = URL(filePath: file.writtenDataDirectory).absoluteURL
            guard named.resolvingSymlinksInPath().path != directory.url.resolvingSymlinksInPath().path else { return }
            throw ServerError(
                .keys,
                "the root key in \(options.config) belongs to \(named.path); rotated for \(directory.url.path), it could no "
                    + "longer decrypt the original. Copy \(options.config) and its key too, and set `data` in the copy"
            )
        }

        /// Which backups need which of the keys that were replaced.
        private static func kept(_ archive: RootKeyArchive) -> String {
            (["\(archive.file.path) keeps the replaced root keys; back it up, too:"]
                + archive.entries().map { entry in
                    "  backups until \(Zone.terminal.text(of: entry.until)) need root key \(entry.key.fingerprint)"
                }).joined(separator: "\n")
        }

        private func report(_ outcome: RootKeyRotation.Outcome, _ custody: RootKeyCustody) {
            switch outcome {
            case .replaced(let file):
                print(
                    "Wrote a new root key to \(file.path). Back it up: backups made from now on need it."
                )
                if let archive = RootKeyArchive(of: custody.source) { print(Self.kept(archive)) }
            case .toBeSet(let variable, let key):
                print(
                    """
                    The data keys are encrypted with a new root key. Set \(variable) to it before the next start of the \
                    server. Until then it is also in \(custody.nextFile.path), which that start deletes. Keep the old \
                    value as well: backups made until now need it.
                    \(key)
                    """
                )
            }
        }
    }
}
