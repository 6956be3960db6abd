public import ArgumentParser
import Foundation
import Logging

/// Serves apps.
public struct ServeCommand: AsyncParsableCommand {
    /// How `peal serve` is called.
    public static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve apps: take triggers, decide, deliver.",
        discussion: """
            Prints {"ready":true,"url":…} on stdout when it takes requests; logs go to stderr. SIGTERM ends it gracefully.

            With --sandbox it needs no configuration: providers are simulated, the keys are sk_test_<app>, the clock
            stands still until /sandbox/clock moves it, and it listens on loopback alone. Without --data the sandbox
            forgets everything when it ends.
            """
    )

    @OptionGroup var options: DataOptions
    @Option(help: "The port; 0 takes a free one. Overrides the configuration.")
    var port: Int?
    @Flag(help: "Simulate the providers and the time, for trying and testing.")
    var sandbox = false
    @Option(help: "How much is logged: trace, debug, info, notice, warning, error.")
    var logLevel = "info"

    /// For the argument parser.
    public init() {}

    /// Refuses a port that is none.
    public func validate() throws { try PortRange.check(port) }

    /// Serves until it is told to end.
    public func run() async throws {
        let logger = try StandardErrorLog.logger(level: logLevel)
        let port = port
        guard sandbox else {
            let plan = try await ServerPlan.production(
                options,
                port: port,
                crashAt: ProcessInfo.processInfo.environment["PEAL_CRASH_AT"]
            )
            return try await Server.run(plan, logger: logger) { ReadyLine.print($0) }
        }
        let options = options
        try await TemporaryDirectory.with(instead: options.data) { directory in
            let plan = try ServerPlan.sandbox(
                port: port ?? 8080,
                dataDirectory: directory,
                catalogsDirectory: options.catalogs
            )
            try await Server.run(plan, logger: logger) { ReadyLine.print($0) }
        }
    }
}
