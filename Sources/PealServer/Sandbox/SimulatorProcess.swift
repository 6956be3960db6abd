import Foundation
package import Logging
import NIOCore
package import PealCore
import PealSandbox
import ServiceLifecycle
import UnixSignals

/// The push services simulated in a process of their own, in real time.
package struct SimulatorProcess: Sendable {
    private let plugins: ProviderPlugins
    private let port: Int
    private let receiptDelay: Duration
    private let perSecond: [ProviderID: Int]
    private let isLean: Bool

    /// - Parameters:
    ///   - plugins: the push services.
    ///   - port: the first port; 0 picks free ones.
    ///   - receiptDelay: how long after a message its receipt is ready.
    ///   - perSecond: the messages a second that a project may send, for services with such a limit.
    ///   - isLean: whether only what a load test needs of each push is recorded.
    package init(
        _ plugins: ProviderPlugins,
        port: Int,
        receiptDelay: Duration,
        perSecond: [ProviderID: Int],
        isLean: Bool
    ) {
        self.plugins = plugins
        self.port = port
        self.receiptDelay = receiptDelay
        self.perSecond = perSecond
        self.isLean = isLean
    }

    /// The last port, when they are not free ones.
    package var lastPort: Int { port + plugins.simulators.ports.count - 1 }

    /// Serves until SIGTERM or SIGINT.
    /// - Parameters:
    ///   - logger: where the simulators log.
    ///   - onReady: called once, with the URL of each, when all of them take requests.
    /// - Throws: ``ServerError`` when a port cannot be opened.
    package func run(
        logger: Logger,
        onReady: @escaping @Sendable (_ endpoints: [(name: String, url: String)]) -> Void
    ) async throws {
        do {
            if port != 0 { try PortProbe.check(host: "127.0.0.1", ports: port...lastPort) }
            try await serve(logger, onReady)
        } catch {
            throw listenProblem(error)
        }
    }

    private func serve(
        _ logger: Logger,
        _ onReady: @escaping @Sendable (_ endpoints: [(name: String, url: String)]) -> Void
    ) async throws {
        let clock = SystemClock()
        let world = SandboxWorld(
            now: { clock.now },
            wait: { try await Task.sleep(for: $0, clock: .continuous) },
            random: { UInt64.random(in: .min ... .max) }
        )
        var setup = try SimulatorSetup(
            world: world,
            detail: isLean ? .lean : .full,
            ports: plugins.simulators.numbers(from: port == 0 ? nil : port),
            isOwnProcess: true,
            logger: logger
        )
        setup.receiptDelay = receiptDelay
        setup.perSecond = perSecond
        let push = try PushSimulators(plugins, setup)
        var configuration = push.groupConfiguration(logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                do {
                    try await push.ready()
                    onReady(push.endpoints)
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
