public import ArgumentParser
import Foundation
import PealCatalog
import PealCore
import PealPipeline
import PealSQLite
import PealStore

/// Shows and changes the published versions of catalogs.
public struct CatalogCommand: AsyncParsableCommand {
    /// How `peal catalog` is called.
    public static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Show, compare, publish and roll back the versions of an app's catalog.",
        discussion: """
            Versions can be looked at while the server runs. A running server is published to with PUT /api/v1/catalog; the
            commands that change something need it stopped. What is published here is in force until the catalog's file
            changes.
            """,
        subcommands: [Show.self, Versions.self, Diff.self, Publish.self, Rollback.self],
        defaultSubcommand: Versions.self
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal catalog show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the text of the version in force, or of another."
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app; may be left out when there is one alone.")
        var app: String?
        @Option(help: "The version; without it, the one in force.")
        var version: Int?

        func run() async throws {
            let desk = try await CatalogDesk.open(options)
            let yaml = try await desk.version(version, of: try desk.app(app)).yaml
            print(yaml, terminator: yaml.hasSuffix("\n") ? "" : "\n")
        }
    }

    /// The command `peal catalog versions`.
    struct Versions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the versions, newest first, drafts too.")

        @OptionGroup var options: DataOptions
        @Option(help: "One app alone; without it, every app.")
        var app: String?
        @Option(help: "How many of each app at most.")
        var limit = 20

        func validate() throws {
            guard (1...1_000).contains(limit) else { throw ValidationError("--limit is 1 to 1000") }
        }

        func run() async throws {
            let desk = try await CatalogDesk.open(options)
            for app in try app.map({ [try desk.app($0)] }) ?? desk.apps {
                let inForce = try await desk.store.catalogs(app: app).last?.version
                for record in try await desk.store.catalogRecords(app: app, page: PageRequest(limit: limit)).items {
                    print(CatalogLines.line(app, record, inForce: inForce))
                }
            }
        }
    }

    /// The command `peal catalog diff`.
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what one version says otherwise than another.")

        @OptionGroup var options: DataOptions
        @Option(help: "The app; may be left out when there is one alone.")
        var app: String?
        @Option(help: "The earlier version; without it, the one before.")
        var from: Int?
        @Option(help: "The later version; without it, the one in force.")
        var to: Int?

        func run() async throws {
            let desk = try await CatalogDesk.open(options)
            let app = try desk.app(app)
            let new = try await desk.version(to, of: app)
            let old = try await desk.version(from ?? max(new.record.version - 1, 1), of: app)
            let difference = CatalogDifference(
                from: CatalogReader.json(yaml: old.yaml) ?? .null,
                to: CatalogReader.json(yaml: new.yaml) ?? .null
            )
            print("\(app): version \(old.record.version) to \(new.record.version)")
            for line in CatalogLines.lines(difference) { print(line) }
        }
    }

    /// The command `peal catalog publish`.
    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Publish a file while no server runs.")

        @OptionGroup var options: DataOptions
        @Option(help: "Who has reviewed it.")
        var reviewedBy: String?
        @Option(help: "Who publishes it.")
        var author = "operator"
        @Argument(help: "The catalog file.")
        var file: String

        func run() async throws {
            let (catalog, yaml) = try CatalogDesk.catalog(file: file)
            let desk = try await CatalogDesk.open(options)
            let text = CatalogText(yaml: yaml, author: author, reviewedBy: reviewedBy)
            let app = try desk.app(catalog.app.rawValue)
            print(CatalogLines.line(try await desk.publish(text, file: file, app: app), app))
        }
    }

    /// The command `peal catalog rollback`.
    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish the text of an earlier version again, while no server runs."
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app; may be left out when there is one alone.")
        var app: String?
        @Option(help: "Who has reviewed it.")
        var reviewedBy: String?
        @Option(help: "Who publishes it.")
        var author = "operator"
        @Argument(help: "The version.")
        var version: Int

        func run() async throws {
            let desk = try await CatalogDesk.open(options)
            let app = try desk.app(app)
            let (record, yaml) = try await desk.version(version, of: app)
            guard record.publishedAt != nil else {
                throw ServerError(.catalogs, "version \(version) is a draft that was never in force")
            }
            let text = CatalogText(yaml: yaml, author: author, reviewedBy: reviewedBy, restores: version)
            print(CatalogLines.line(try await desk.publish(text, file: "version \(version)", app: app), app))
        }
    }
}
