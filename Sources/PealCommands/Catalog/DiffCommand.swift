public import ArgumentParser
import Foundation
import PealCore
import PealHTTP
import PealEngine
import PealServer

/// Tries another catalog on recorded traffic; safe while the server is running.
public struct DiffCommand: AsyncParsableCommand {
    /// How `peal diff` is called.
    public static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract:
            "Try a catalog on recorded traffic: what would be sent, held or suppressed differently, and for which users.",
        discussion: """
            Every trigger of the period is decided again for all of its recipients, with the active catalog and with the \
            file, at the time it was due. Nothing is stored and nothing is sent. Users are taken as they are now, since \
            their earlier preferences, devices and memberships are not kept. Changes of summaries, limits and schedules \
            are listed but not tried.

            EXAMPLES:
              peal diff --since 7d reports.yaml
            """
    )

    @OptionGroup var options: DataOptions
    @Option(help: "How far back: 4h, 7d, 30d.")
    var since = "7d"
    @Option(help: "The most users to name for each difference.")
    var limit = 5
    @Flag(help: "Print the response of POST /api/v1/catalog/diff.")
    var json = false
    @Argument(help: "The catalog file to try.")
    var file: String

    /// For the argument parser.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard (0...100).contains(limit) else {
            throw ValidationError("--limit \(limit) is out of range; write 0 to 100")
        }
        _ = try period()
    }

    /// Prints the differences.
    public func run() async throws {
        let (catalog, _) = try CatalogCommandContext.catalog(file: file)
        let context = try await CatalogCommandContext.open(options)
        defer { context.close() }
        let app = try context.app(catalog.app.rawValue)
        let engine = try await context.dataContext.engine()
        let registry = engine.ports.catalogs
        guard let base = registry.inForce(app) else {
            throw ServerError(
                .catalogs,
                "no catalog of \(app) is published yet; the first start of the server does that"
            )
        }
        var candidate = catalog
        candidate.version = base.version + 1
        let now = engine.ports.clock.now
        let window = (now - (try period()))..<(now + .milliseconds(1))
        let found = try await engine.replay.run(
            base: base,
            candidate: candidate,
            version: { registry.version($0, of: app) },
            window: window,
            bounds: .init(examples: limit),
            progress: { found in
                let line = "\(counted(found.triggers, "trigger")), \(counted(found.decisions, "decision"))\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
        )
        guard json else {
            for line in CatalogOutput.lines(found, users: limit) { print(line) }
            return
        }
        let bytes = JSONWriter.bytes {
            found.write(inForce: base.version, since: window.lowerBound, until: now, to: &$0)
        }
        print(String(decoding: bytes, as: UTF8.self))
    }

    private func period() throws -> Duration {
        guard let period = Duration(catalog: since), period > .zero, period <= .seconds(366 * 86_400) else {
            throw ValidationError("--since \(since) is not a duration of at most a year; write 4h, 7d or 30d")
        }
        return period
    }
}
