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
              peal alerts
              peal alerts test
            """,
        subcommands: [List.self, AlertsTestCommand.self],
        defaultSubcommand: List.self
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal alerts list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the alerts that have fired and are not resolved. Safe while the server is running.",
            discussion: """
                Below the table stands, for each, what was wrong when it fired and what to do. Times are those of the \
                terminal's zone (`TZ`).

                EXAMPLES:
                  peal alerts list
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            var rows: [[String]] = []
            var remedies: [String] = []
            for app in dataContext.apps {
                for alert in try await Alerts(store: dataContext.store).list(app: app) {
                    let since = alert.firedAt.map { Zone.terminal.text(of: $0) } ?? ""
                    let rule = alert.key.rule
                    rows.append(["\(app)", rule.rawValue, alert.key.subject, since, rule.runbook])
                    guard !alert.key.isTest else { continue }
                    remedies.append("\(app), \(rule.rawValue): \(alert.advice)")
                }
            }
            guard !rows.isEmpty else { return print("No alert has fired.") }
            for line in TextTable(["APP", "RULE", "SUBJECT", "SINCE", "RUNBOOK"], rows).lines() { print(line) }
            for remedy in remedies { print("\n\(remedy)") }
        }
    }
}
