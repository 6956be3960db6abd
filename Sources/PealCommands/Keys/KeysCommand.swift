public import ArgumentParser
import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealWire
import PealServer

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
                seconds. Without --scopes it may do everything. A scope with `:read` behind it allows only requests that \
                change nothing.

                EXAMPLES:
                  peal keys create --app reports
                  peal keys create --app reports --name ci --scopes triggers --expires 90d
                  peal keys create --app reports --name dashboard --scopes triggers:read,insight
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app of the key.")
        var app: String
        @Option(help: "A name for the list of keys.")
        var name = "backend"
        @Option(
            name: [.customLong("scopes"), .customLong("scope")],
            help: "What the key may do: \(Self.scopeNames), each also with `:read`. Separate several by commas.",
            transform: { try Self.grants($0) }
        )
        var scopes: [[KeyGrant]] = []
        @Option(
            help: "After how long it is rejected, such as 12h or 90d. Without it the key does not expire.",
            transform: { try Self.life($0) }
        )
        var expires: Duration?

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard dataContext.apps.contains(AppID(app)) else {
                throw UnknownApp.error(app, among: dataContext.apps, .keys)
            }
            let key = SecretKey.generate()
            let now = SystemClock().now
            try await dataContext.store.add(
                SecretKeyRecord(
                    id: MonotonicIDs(now: { now }).generator.make(),
                    app: AppID(app),
                    hash: key.hash,
                    scopes: scopes.isEmpty ? ["*"] : Set(scopes.joined().map(\.text)).sorted(),
                    name: name,
                    createdAt: now,
                    expiresAt: expires.map { now + $0 }
                ),
                by: OperatorName.current
            )
            print(key.text)
        }

        private static let scopeNames = Scope.allCases.map(\.rawValue).joined(separator: ", ")

        private static func grants(_ names: String) throws -> [KeyGrant] {
            try names.split(separator: ",", omittingEmptySubsequences: false).map { name in
                let name = name.filter { $0 != " " }
                guard let grant = KeyGrant(name) else {
                    throw ValidationError(
                        "unknown scope `\(name)`\(NearName.hint(for: name, among: KeyGrant.all.map(\.text)))"
                    )
                }
                return grant
            }
        }

        private static func life(_ text: String) throws -> Duration {
            guard let life = Duration(catalog: text), life >= .seconds(60), life <= .seconds(3650 * 86_400) else {
                throw ValidationError("write how long the key is valid, from 1m to 3650d, such as 12h or 90d")
            }
            return life
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
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard let id = SecretKeyID(id),
                try await dataContext.store.revoke(
                    id,
                    app: AppID(app),
                    by: OperatorName.current,
                    now: SystemClock().now
                )
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
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            let now = SystemClock().now
            let rows = try await dataContext.store.secretKeys().map { key in
                let expiry =
                    key.isExpired(at: now)
                    ? "expired" : key.expiresAt.map { Zone.terminal.text(of: $0) } ?? "never"
                return [
                    "\(key.id)", "\(key.app)", Zone.terminal.text(of: key.createdAt), expiry,
                    key.lastUsedAt.map { Zone.terminal.text(of: $0) } ?? "never",
                    key.scopes.joined(separator: ","), key.name,
                ]
            }
            guard !rows.isEmpty else {
                return print("There are no keys; create one with `peal keys create --app <app>`.")
            }
            for line in TextTable(["ID", "APP", "CREATED", "EXPIRES", "LAST USED", "SCOPES", "NAME"], rows).lines() {
                print(line)
            }
        }
    }
}
