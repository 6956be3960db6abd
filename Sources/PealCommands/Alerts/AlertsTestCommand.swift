import ArgumentParser
import PealCore
import PealEngine
import PealServer

/// The command `peal alerts test`.
struct AlertsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message to each destination of alertTo. Safe while the server is running.",
        discussion: """
            Prints one line for each destination: which host answered with what status, or why there was no answer. The exit \
            code is 1 when one did not take the message, or when there is no destination. PagerDuty gets an event and its \
            resolution, so that no incident stays open.

            With --app the server also lets each rule of that app fire once as a test, within ten seconds, in its log and to \
            the app's webhooks, and resolves them ten seconds later. Those are marked as tests and go to no destination of \
            alertTo.

            EXAMPLES:
              peal alerts test
              peal alerts test --app gss
            """
    )

    @OptionGroup var options: DataOptions
    @Option(help: "Also let each rule of this app fire once as a test.")
    var app: String?

    func run() async throws {
        if let app { try await fire(app) }
        let configuration = try await self.configuration()
        guard !configuration.alertTo.isEmpty else {
            // Of an app's webhooks alone there is nothing more to test.
            guard app == nil else { return }
            throw ServerError(.configuration, AlertToCheck.nobody)
        }
        let clock = SystemClock()
        let results = try await AlertTransport.with(configuration, clock: clock) { destinations in
            await destinations.test(at: clock.now, uptime: Uptime().callAsFunction)
        }
        for result in results { print(AlertTestText.line(result, .standardOutput)) }
        guard results.allSatisfy({ $0.attempt.isDelivered }) else { throw ExitCode(1) }
    }

    /// Lets each rule of an app fire as a test.
    private func fire(_ app: String) async throws {
        let dataContext = try await DataContext.open(options.paths)
        defer { dataContext.close() }
        guard dataContext.apps.contains(AppID(app)) else {
            throw UnknownApp.error(app, among: dataContext.apps, .data)
        }
        let rules = try await Alerts(store: dataContext.store).test(app: AppID(app), now: SystemClock().now)
        if rules.isEmpty { print("The last test is not over.") }
        for rule in rules { print("testing \(rule.rawValue)") }
    }

    /// The configuration; a sandbox with a directory of its own has none, and no destinations.
    private func configuration() async throws -> ServerConfiguration {
        guard app != nil else { return try await ConfigurationLoader(options.paths).load().0 }
        let dataContext = try await DataContext.open(options.paths)
        defer { dataContext.close() }
        return dataContext.configuration
    }
}

/// What `peal alerts test` prints of a destination.
enum AlertTestText {
    static func line(_ result: AlertTestResult, _ style: TerminalStyle) -> String {
        let seconds = Double(result.duration.wholeMilliseconds) / 1_000
        if let problem = result.attempt.problem {
            return "\(style("FAILED", .bad))  \(result.destination): \(problem), after \(seconds) s"
        }
        let status = result.attempt.status.map { "answered \($0)" } ?? "took the message"
        return "\(style("ok", .good))      \(result.destination): \(status) in \(seconds) s"
    }
}
