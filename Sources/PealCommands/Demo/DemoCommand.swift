public import ArgumentParser
import PealEngine
import Synchronization
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
        // The page comes back to where it was, so every run listens on the port of the first.
        let taken = Mutex(first)
        var isReset = false
        repeat {
            let reset = WakeUp()
            let isFirst = !isReset
            try await TemporaryDirectory.with(instead: nil) { directory in
                let port = taken.withLock { $0 }
                var plan = try ServerPlan.sandbox(mode: .demo, port: port, dataDirectory: directory)
                plan.reset = reset
                try await Server.run(plan, logger: logger) { server in
                    taken.withLock { $0 = server.port }
                    if isFirst { ReadyLine.printDemo(server) } else { ReadyLine.printReset() }
                }
            }
            isReset = reset.version > 0
        } while isReset
    }
}
