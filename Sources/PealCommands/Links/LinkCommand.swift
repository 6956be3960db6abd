public import ArgumentParser
import Foundation
import PealCore
import PealEngine
import PealHTTP
import PealServer

/// Makes links to pages for readers who have no key of the backend.
public struct LinkCommand: AsyncParsableCommand {
    /// How `peal link` is called.
    public static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make a link to the analytics page of an app.",
        discussion: """
            EXAMPLES:
              peal link analytics --app gss --for 7d
            """,
        subcommands: [Analytics.self]
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal link analytics`.
    struct Analytics: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link to rates, failures and alerts, to read only.",
            discussion: """
                The page shows no text of a notification and no user. The link is the last line on stdout, and works for \
                anyone who has it. `peal keys list` lists it, and `peal keys revoke` ends it within seconds. Safe while \
                the server is running.

                EXAMPLES:
                  peal link analytics --app gss --for 7d
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app whose figures the page shows.")
        var app: String
        @Option(
            name: .customLong("for"),
            help: "How long the link works, from 1h to 92d.",
            transform: { try Self.life($0) }
        )
        var life = AnalyticsLinks.usual

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard dataContext.apps.contains(AppID(app)) else {
                throw UnknownApp.error(app, among: dataContext.apps, .data)
            }
            let clock = SystemClock()
            let links = AnalyticsLinks(ids: MonotonicIDs(now: { clock.now }).generator) { [store = dataContext.store] in
                try await store.add($0, by: $1)
            }
            let link = try await links.make(app: AppID(app), life: life, by: OperatorName.current, now: clock.now)
            let end = Zone.terminal.text(of: link.expiresAt)
            let note = "until \(end); to end it earlier: peal keys revoke --app \(app) \(link.id)\n"
            FileHandle.standardError.write(Data(note.utf8))
            // Without `publicURL` it is the path on the server's host.
            print((dataContext.configuration.publicURL?.text ?? "") + link.path)
        }

        private static func life(_ text: String) throws -> Duration {
            guard let life = Duration(catalog: text), life >= .seconds(3_600), life <= AnalyticsLinks.longest else {
                throw ValidationError("write how long the link works, from 1h to 92d, such as 7d")
            }
            return life
        }
    }
}
