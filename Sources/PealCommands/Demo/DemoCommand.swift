public import ArgumentParser
import PealDemo
import PealServer

/// Runs the demo: five apps, their users, and virtual phones in the browser.
public struct DemoCommand: AsyncParsableCommand {
    /// How `peal demo` is called.
    public static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Try Peal in the browser: five apps, users and virtual phones.",
        discussion: """
            Nothing leaves this machine. The data is deleted on exit. Ctrl-C stops the demo.

            EXAMPLES:
              peal demo
              peal demo --port 9000
            """
    )

    @Option(help: "The port; 0 picks a free one. (default: 8100, or the next free one)")
    var port: Int?
    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error.")
    var logLevel = "warning"

    /// For the argument parser.
    public init() {}

    /// Rejects a port out of range, and an unknown level.
    public func validate() throws {
        try PortRange.check(port)
        try LogLevel.named(logLevel)
    }

    /// Serves the page until it is told to stop; a reset starts again with nothing stored.
    public func run() async throws {
        let logger = StandardErrorLog.logger(level: try LogLevel.named(logLevel))
        // Not from 8080 on, nor 8090: a server next to the demo, and the README, use those.
        let first = try port ?? FreePort.first(in: 8100...8119)
        try await Demo.run(port: first, logger: logger) { server, isReset in
            if isReset { ReadyLine.printReset() } else { ReadyLine.printDemo(server) }
        }
    }
}
