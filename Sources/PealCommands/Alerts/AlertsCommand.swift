public import ArgumentParser
import PealCore
import PealEngine
import PealServer

/// Shows and tests alerts.
public struct AlertsCommand: AsyncParsableCommand {
    /// How `peal alerts` is called.
    public static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Show the alerts that have fired, and test that alerts arrive.",
        discussion: """
            EXAMPLES:
              peal alerts list
              peal alerts test
            """,
        subcommands: [List.self, AlertsTestCommand.self]
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal alerts list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the alerts that have fired and are not resolved. Safe while the server is running.",
            discussion: """
                EXAMPLES:
                  peal alerts list
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            var rows: [[String]] = []
            for app in dataContext.apps {
                for alert in try await Alerts(store: dataContext.store).list(app: app) {
                    let since = alert.firedAt.map { Zone.terminal.text(of: $0) } ?? ""
                    rows.append(["\(app)", alert.key.rule.rawValue, alert.key.subject, since, alert.key.rule.runbook])
                }
            }
            guard !rows.isEmpty else { return print("No alert has fired.") }
            for line in TextTable(["APP", "RULE", "SUBJECT", "SINCE", "RUNBOOK"], rows).lines() { print(line) }
        }
    }
}
