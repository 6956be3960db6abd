public import ArgumentParser
import Foundation
import Logging
import PealSandbox

/// Simulates the providers, in a process of their own.
public struct SandboxCommand: AsyncParsableCommand {
    /// How `peal sandbox` is called.
    public static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Simulate the push services for a server in another process.",
        discussion: """
            Prints {"ready":true,"url":…} on stdout. On loopback alone, in real time. Its control calls: GET
            /service-account?project=<id>, POST /phones/tokens {"project":…}, GET /ledger, POST and DELETE /faults.
            """
    )

    @Option(help: "The port; 0 takes a free one.")
    var port = 0
    @Flag(help: "Keep only what a load run needs of each push.")
    var lean = false
    @Option(help: "How much is logged: trace, debug, info, notice, warning, error.")
    var logLevel = "warning"

    /// For the argument parser.
    public init() {}

    /// Refuses a port that is none.
    public func validate() throws { try PortRange.check(port) }

    /// Serves until it is told to end.
    public func run() async throws {
        let clock = SystemClock()
        let world = SandboxWorld(
            now: { clock.now },
            wait: { try await Task.sleep(for: $0, clock: .continuous) },
            random: { UInt64.random(in: .min ... .max) }
        )
        let simulator = FCMSimulator(
            world: world,
            ledger: PushLedger(detail: lean ? .lean : .full),
            faults: FaultScript(world: world),
            phones: PhoneFarm(now: { clock.now }),
            port: port,
            hasControls: true,
            logger: try StandardErrorLog.logger(level: logLevel)
        )
        do {
            try await simulator.run { port in
                ReadyLine.write("{\"ready\":true,\"url\":\"http://127.0.0.1:\(port)\"}")
            }
        } catch {
            throw ListenProblem.explained(error, host: "127.0.0.1", port: port)
        }
    }
}
