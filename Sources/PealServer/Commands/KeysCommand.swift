public import ArgumentParser
import Foundation
import Logging
import PealCommands
import PealCore
import PealCrypto
import PealSQLite
import PealStore
import PealWire

/// Creates and revokes the secret keys of backends, and rotates the encryption keys.
public struct KeysCommand: AsyncParsableCommand {
    /// The command `peal keys`.
    public static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create, list and revoke the secret keys of backends; rotate the encryption keys.",
        discussion: """
            EXAMPLES:
              peal keys create --app reports
              peal keys list
              peal keys rotate --root
            """,
        subcommands: [Create.self, Revoke.self, List.self, Rotate.self, VAPIDKeyCommand.self]
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal keys create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a secret key and print it once.",
            discussion: """
                The key is the last line on stdout. Only its SHA-256 hash is stored. A running server accepts it within \
                seconds. Without --scope it may do everything.

                EXAMPLES:
                  peal keys create --app reports
                  peal keys create --app reports --name ci --scope triggers
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app of the key.")
        var app: String
        @Option(help: "A name for the list of keys.")
        var name = "backend"
        @Option(
            name: .customLong("scope"),
            help: "What the key may do: \(Self.scopeNames). Repeat the option for several.",
            transform: { try Self.scope($0) }
        )
        var scopes: [Scope] = []

        func run() async throws {
            let place = try await DataPlace.open(options)
            defer { place.close() }
            guard place.apps.contains(AppID(app)) else { throw UnknownApp.error(app, among: place.apps, .keys) }
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
                throw ValidationError(
                    "unknown scope `\(name)`\(NearName.hint(for: name, among: Scope.allCases.map(\.rawValue)))"
                )
            }
            return scope
        }
    }

    /// The command `peal keys revoke`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a secret key. A running server rejects it within seconds.",
            discussion: """
                EXAMPLES:
                  peal keys revoke --app reports key_01980c2e5f6d7a3b
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app of the key.")
        var app: String
        @Argument(help: "The key's ID, from `peal keys list`.")
        var id: String

        func run() async throws {
            let place = try await DataPlace.open(options)
            defer { place.close() }
            guard let id = SecretKeyID(id), try await place.store.revoke(id, app: AppID(app), now: SystemClock().now)
            else {
                throw ServerError(.keys, "app \(app) has no key \(self.id); run `peal keys list`")
            }
            print("revoked \(id)")
        }
    }

    /// The command `peal keys list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the secret keys, without the keys themselves.",
            discussion: """
                EXAMPLES:
                  peal keys list
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let place = try await DataPlace.open(options)
            defer { place.close() }
            let rows = try await place.store.secretKeys().map { key in
                ["\(key.id)", "\(key.app)", key.createdAt.rfc3339, key.scopes.joined(separator: ","), key.name]
            }
            guard !rows.isEmpty else {
                return print("There are no keys; create one with `peal keys create --app <app>`.")
            }
            for line in TextTable(["ID", "APP", "CREATED", "SCOPES", "NAME"], rows).lines() { print(line) }
        }
    }
}
