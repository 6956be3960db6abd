public import ArgumentParser
import Foundation
import Logging

/// Shows Peal: five apps, their people, and phones in the browser.
public struct DemoCommand: AsyncParsableCommand {
    /// How `peal demo` is called.
    public static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Try Peal in the browser: five apps, people and virtual phones.",
        discussion: "Nothing leaves this machine and nothing is kept. Ctrl-C ends it."
    )

    @Option(help: "The port; without it, 8080 or the next free one.")
    var port: Int?
    @Option(help: "How much is logged: trace, debug, info, notice, warning, error.")
    var logLevel = "warning"

    /// For the argument parser.
    public init() {}

    /// Refuses a port that is none.
    public func validate() throws { try PortRange.check(port) }

    /// Serves the page until it is told to end.
    public func run() async throws {
        let logger = try StandardErrorLog.logger(level: logLevel)
        let port = try port ?? FreePort.first(in: 8080...8099)
        try await TemporaryDirectory.with(instead: nil) { directory in
            let plan = try ServerPlan.sandbox(mode: .demo, port: port, dataDirectory: directory)
            try await Server.run(plan, logger: logger) { server in
                ReadyLine.print(server)
                ReadyLine.write("\nPeal's demo is running. Open \(server.url) in a browser. Ctrl-C ends it.")
            }
        }
    }
}
