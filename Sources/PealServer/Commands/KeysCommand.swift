public import ArgumentParser
import Foundation
import Logging
import PealCore
import PealCrypto
import PealSQLite
import PealStore
import PealWire

/// Makes and revokes the secret keys of backends, and rotates the keys of rest.
public struct KeysCommand: AsyncParsableCommand {
    /// The command `peal keys`.
    public static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make or revoke a backend's secret key, or rotate the keys that seal the database.",
        subcommands: [Create.self, Revoke.self, List.self, Rotate.self, VAPIDKeyCommand.self]
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal keys create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a secret key and print it, once.",
            discussion:
                "Only its SHA-256 is kept. The key is the last line on stdout. A running server takes it within seconds. "
                + "Without --scope it may do everything."
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app the key speaks for.")
        var app: String
        @Option(help: "A name that tells you later what the key is for.")
        var name = "backend"
        @Option(
            name: .customLong("scope"),
            help: "What the key may do; give it once for each: \(Self.scopeNames).",
            transform: { try Self.scope($0) }
        )
        var scopes: [Scope] = []

        func run() async throws {
            let place = try await DataPlace.open(options)
            guard place.apps.contains(AppID(app)) else {
                throw ServerError(.keys, "no catalog of an app \"\(app)\"; there are \(place.appNames)")
            }
            let key = SecretKey.generate()
            let clock = SystemClock()
            try await place.store.add(
                SecretKeyRecord(
                    id: MonotonicIDs(now: { clock.now }).generator.make(),
                    app: AppID(app),
                    hash: key.hash,
                    scopes: scopes.isEmpty ? ["*"] : Set(scopes.map(\.rawValue)).sorted(),
                    name: name,
                    createdAt: clock.now
                )
            )
            print(key.text)
        }

        private static let scopeNames = Scope.allCases.map(\.rawValue).joined(separator: ", ")

        private static func scope(_ name: String) throws -> Scope {
            guard let scope = Scope(rawValue: name) else {
                throw ValidationError("there is no scope \"\(name)\"; there are \(scopeNames)")
            }
            return scope
        }
    }

    /// The command `peal keys revoke`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a secret key; a running server refuses it within seconds."
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app the key speaks for.")
        var app: String
        @Argument(help: "The key's identifier, from `peal keys list`.")
        var id: String

        func run() async throws {
            let place = try await DataPlace.open(options)
            guard let id = SecretKeyID(id), try await place.store.revoke(id, app: AppID(app), now: SystemClock().now)
            else {
                throw ServerError(.keys, "app \(app) has no key \(self.id); `peal keys list` shows them")
            }
            print("revoked \(id)")
        }
    }

    /// The command `peal keys list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the secret keys: never the keys themselves.")

        @OptionGroup var options: DataOptions

        func run() async throws {
            let place = try await DataPlace.open(options)
            for key in try await place.store.secretKeys() {
                let scopes = key.scopes.joined(separator: ",")
                print("\(key.id)  \(key.app)  \(key.createdAt.rfc3339)  \(scopes)  \(key.name)")
            }
        }
    }
}
