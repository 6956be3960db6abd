public import ArgumentParser
import Foundation
import PealServer

/// Runs the server.
public struct ServeCommand: AsyncParsableCommand {
    /// How `peal serve` is called.
    public static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            When the server accepts requests it prints where: one JSON line, {"ready":true,"url":…}, when stdout is not a \
            terminal. Logs go to stderr. SIGTERM and Ctrl-C stop it gracefully.

            With --sandbox it needs no configuration: the push services are simulated, the keys are sk_test_<app>, the \
            clock stands still until you move it (POST /sandbox/clock), and it listens on 127.0.0.1 only. Its data is \
            deleted on exit; pass --data to keep it. Of the environment it reads the limits of the server, such as \
            PEAL_CONNECTIONS, and PEAL_LOG.

            EXAMPLES:
              peal serve --sandbox
              peal serve --sandbox --origin http://localhost:5173
              peal serve --config /etc/peal/peal.yaml
              peal serve --port 0 --log-level debug
              peal serve --log json
            """
    )

    @OptionGroup var options: DataOptions
    @Option(help: "The port; 0 picks a free one. Overrides the configuration.")
    var port: Int?
    @Flag(help: "Simulate the push services and the clock, for trying and testing.")
    var sandbox = false
    @Option(help: "With --sandbox: a web origin whose pages may call for users; repeatable.")
    var origin: [String] = []
    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error.")
    var logLevel = "info"
    @Option(help: "How lines of the log are written: text or json. Overrides the configuration.")
    var log: LogFormat?

    /// For the argument parser.
    public init() {}

    /// Rejects a port out of range, an unknown level, and a configuration that would not be read.
    public func validate() throws {
        try PortRange.check(port)
        try LogLevel.named(logLevel)
        guard !sandbox || options.namedConfig == nil else {
            throw ValidationError("--sandbox reads no configuration; remove --config or --sandbox")
        }
        guard sandbox || origin.isEmpty else {
            throw ValidationError("--origin is for --sandbox; set apps.<app>.origins in peal.yaml")
        }
        for text in origin {
            if let problem = WebOrigin.problem(with: text) { throw ValidationError("--origin \(text) \(problem)") }
        }
    }

    /// Serves until it is told to stop.
    public func run() async throws {
        let (port, level, log) = (port, try LogLevel.named(logLevel), log)
        guard sandbox else {
            let plan = try await ServerPlan.production(
                options.paths,
                port: port,
                crashAt: ProcessInfo.processInfo.environment["PEAL_CRASH_AT"]
            )
            let logger = StandardErrorLog.logger(level: level, format: log ?? plan.configuration.log)
            return try await Server.run(plan, logger: logger) { ReadyLine.print($0) }
        }
        let (options, origins) = (options, origin)
        try await TemporaryDirectory.with(instead: options.data) { directory in
            let plan = try ServerPlan.sandbox(
                port: port ?? 8080,
                dataDirectory: directory,
                catalogsDirectory: options.catalogs,
                origins: origins,
                environment: ProcessInfo.processInfo.environment
            )
            let logger = StandardErrorLog.logger(level: level, format: log ?? plan.configuration.log)
            try await Server.run(plan, logger: logger) {
                ReadyLine.print($0, "The keys are sk_test_<app>; POST /sandbox/clock moves the clock.")
            }
        }
    }
}
