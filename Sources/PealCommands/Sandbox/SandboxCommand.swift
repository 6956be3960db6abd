public import ArgumentParser
import PealCore
import PealSandbox
import PealServer

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
        try LogLevel.named(logLevel)
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
        let simulators = SimulatorProcess(
            .shipped,
            port: port,
            receiptDelay: Duration(catalog: receiptDelay) ?? .zero,
            perSecond: [ExpoSimulator.provider: expoLimit].compactMapValues(\.self),
            isLean: lean
        )
        try await simulators.run(logger: StandardErrorLog.logger(level: try LogLevel.named(logLevel))) {
            ReadyLine.print($0)
        }
    }
}
