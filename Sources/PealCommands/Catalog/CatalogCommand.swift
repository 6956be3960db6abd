public import ArgumentParser
import PealCatalog
import PealCore
import PealEngine
import PealSQL
import PealServer

/// Shows and changes the published versions of catalogs.
public struct CatalogCommand: AsyncParsableCommand {
    /// How `peal catalog` is called.
    public static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Show, compare, publish and roll back the versions of an app's catalog.",
        discussion: """
            Showing and comparing versions is safe while the server is running. publish and rollback need the server to \
            be stopped; to publish to a running server, use PUT /api/v1/catalog. A version that is published here is \
            active until the catalog's file changes.

            EXAMPLES:
              peal catalog versions --app reports
              peal catalog diff --app reports --from 1 --to 2
            """,
        subcommands: [Show.self, Versions.self, Diff.self, Publish.self, Rollback.self],
        defaultSubcommand: Versions.self
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal catalog show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the text of the active version, or of another.",
            discussion: """
                EXAMPLES:
                  peal catalog show --app reports --version 2
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app; optional when there is only one.")
        var app: String?
        @Option(help: "The version; default: the active one.")
        var version: Int?

        func run() async throws {
            let context = try await CatalogCommandContext.open(options)
            defer { context.close() }
            let yaml = try await context.version(version, of: try context.app(app)).yaml
            print(yaml, terminator: yaml.hasSuffix("\n") ? "" : "\n")
        }
    }

    /// The command `peal catalog versions`.
    struct Versions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the versions, newest first, drafts included.",
            discussion: """
                EXAMPLES:
                  peal catalog versions --app reports --limit 5
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "List the versions of this app only; default: of all apps.")
        var app: String?
        @Option(help: "The most versions to list of each app.")
        var limit = 20

        func validate() throws {
            guard (1...1_000).contains(limit) else {
                throw ValidationError("--limit \(limit) is out of range; write 1 to 1000")
            }
        }

        func run() async throws {
            let context = try await CatalogCommandContext.open(options)
            defer { context.close() }
            var rows: [[String]] = []
            for app in try app.map({ [try context.app($0)] }) ?? context.apps {
                let inForce = try await context.store.catalogs(app: app).last?.version
                for record in try await context.store.catalogRecords(app: app, page: PageRequest(limit: limit)).items {
                    rows.append(CatalogOutput.row(app, record, inForce: inForce))
                }
            }
            guard !rows.isEmpty else {
                return print("No version is published yet; the first start of the server does that.")
            }
            for line in TextTable(CatalogOutput.headers, rows).lines() { print(line) }
        }
    }

    /// The command `peal catalog diff`.
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the differences between two versions.",
            discussion: """
                EXAMPLES:
                  peal catalog diff --app reports --from 1 --to 2
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app; optional when there is only one.")
        var app: String?
        @Option(help: "The earlier version; default: the one before.")
        var from: Int?
        @Option(help: "The later version; default: the active one.")
        var to: Int?

        func run() async throws {
            let context = try await CatalogCommandContext.open(options)
            defer { context.close() }
            let app = try context.app(app)
            let new = try await context.version(to, of: app)
            let old = try await context.version(from ?? max(new.record.version - 1, 1), of: app)
            let difference = CatalogDifference(
                from: CatalogReader.json(yaml: old.yaml) ?? .null,
                to: CatalogReader.json(yaml: new.yaml) ?? .null
            )
            print("\(app): version \(old.record.version) to \(new.record.version)")
            for line in CatalogOutput.lines(difference) { print(line) }
        }
    }

    /// The command `peal catalog publish`.
    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish a file. The server must be stopped.",
            discussion: """
                EXAMPLES:
                  peal catalog publish reports.yaml --reviewed-by Ada
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "Who reviewed it.")
        var reviewedBy: String?
        @Option(help: "Who publishes it.")
        var author = "operator"
        @Argument(help: "The catalog file.")
        var file: String

        func run() async throws {
            let (catalog, yaml) = try CatalogCommandContext.catalog(file: file)
            let context = try await CatalogCommandContext.open(options)
            defer { context.close() }
            let text = CatalogText(yaml: yaml, author: author, reviewedBy: reviewedBy)
            let app = try context.app(catalog.app.rawValue)
            print(CatalogOutput.line(try await context.publish(text, file: file, app: app), app))
        }
    }

    /// The command `peal catalog rollback`.
    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish an earlier version again. The server must be stopped.",
            discussion: """
                EXAMPLES:
                  peal catalog rollback --app reports 3
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app; optional when there is only one.")
        var app: String?
        @Option(help: "Who reviewed it.")
        var reviewedBy: String?
        @Option(help: "Who publishes it.")
        var author = "operator"
        @Argument(help: "The version.")
        var version: Int

        func run() async throws {
            let context = try await CatalogCommandContext.open(options)
            defer { context.close() }
            let app = try context.app(app)
            let (record, yaml) = try await context.version(version, of: app)
            guard record.publishedAt != nil else {
                throw ServerError(.catalogs, "version \(version) is a draft that was never active")
            }
            let text = CatalogText(yaml: yaml, author: author, reviewedBy: reviewedBy, restores: version)
            print(CatalogOutput.line(try await context.publish(text, file: "version \(version)", app: app), app))
        }
    }
}
