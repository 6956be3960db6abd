public import ArgumentParser
import Foundation
import NIOCore
import PealCore
import PealSandbox
import ServiceLifecycle
import UnixSignals

/// Simulates the push services, in a process of their own.
public struct SandboxCommand: AsyncParsableCommand {
    /// How `peal sandbox` is called.
    public static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Simulate the push services for a server in another process.",
        discussion: SandboxHelp(.shipped).discussion
    )

    @Option(help: "The first of \(SandboxHelp(.shipped).portCount) ports; 0 picks free ones.")
    var port = 0
    @Option(help: "How long after a message its Expo receipt is ready, such as 15m or 2s.")
    var receiptDelay = "15m"
    @Option(help: "Messages a second that an Expo project may send; 0 for any number. 600 unless --lean is given.")
    var expoPerSecond: Int?
    @Flag(help: "Record only what a load test needs of each push.")
    var lean = false
    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error.")
    var logLevel = "warning"

    /// For the argument parser.
    public init() {}

    /// Rejects ports out of range, and other values that cannot be meant.
    public func validate() throws {
        try StandardErrorLog.level(logLevel)
        try PortRange.check(port)
        try PortRange.check(lastPort)
        guard Duration(catalog: receiptDelay) != nil else {
            throw ValidationError("--receipt-delay \(receiptDelay) is not a duration; write 15m, 90s or 500ms")
        }
        guard expoPerSecond.map({ $0 >= 0 }) ?? true else {
            throw ValidationError("--expo-per-second must be 0 or more")
        }
    }

    /// The last port, when they are not free ones.
    private var lastPort: Int { port + ProviderPlugins.shipped.simulators.ports.count - 1 }

    /// Expo's own limit, but in load runs.
    private var expoLimit: Int? {
        let limit = expoPerSecond ?? (lean ? 0 : 600)
        return limit == 0 ? nil : limit
    }

    /// Serves until it is told to stop.
    public func run() async throws {
        do {
            if port != 0 { try PortProbe.check(host: "127.0.0.1", ports: port...lastPort) }
            try await serve()
        } catch {
            throw listenProblem(error)
        }
    }

    private func serve() async throws {
        let clock = SystemClock()
        let world = SandboxWorld(
            now: { clock.now },
            wait: { try await Task.sleep(for: $0, clock: .continuous) },
            random: { UInt64.random(in: .min ... .max) }
        )
        let logger = try StandardErrorLog.logger(level: logLevel)
        let plugins = ProviderPlugins.shipped
        var setup = try SimulatorSetup(
            world: world,
            detail: lean ? .lean : .full,
            ports: plugins.simulators.numbers(from: port == 0 ? nil : port),
            isOwnProcess: true,
            logger: logger
        )
        setup.receiptDelay = Duration(catalog: receiptDelay) ?? .zero
        setup.perSecond = [ExpoSimulator.provider: expoLimit].compactMapValues(\.self)
        let push = try PushSimulators(plugins, setup)
        var configuration = push.groupConfiguration(logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                do {
                    try await push.ready()
                    ReadyLine.print(push.endpoints.map { ($0.name, $0.url) })
                } catch is CancellationError {
                    // One of them does not start: the group says why.
                }
            }
            // Not waitForAll: a simulator that failed before it was waited for would be waited for without end.
            while try await tasks.next() != nil {}
        }
    }

    private func listenProblem(_ error: any Error) -> any Error {
        guard port != 0, (error as? IOError)?.errnoCode == EADDRINUSE else {
            return ListenProblem.explained(error, host: "127.0.0.1", port: port)
        }
        return ServerError(
            .port,
            "one of the ports \(port) to \(lastPort) is in use; "
                + "stop the other process or pass --port (0 picks free ones)"
        )
    }
}
