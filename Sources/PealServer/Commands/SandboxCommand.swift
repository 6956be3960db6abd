public import ArgumentParser
import Foundation
import Logging
import NIOCore
import PealSandbox
import ServiceLifecycle
import UnixSignals

/// Simulates the providers, in a process of their own.
public struct SandboxCommand: AsyncParsableCommand {
    /// How `peal sandbox` is called.
    public static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Simulate the push services for a server in another process.",
        discussion: """
            Prints {"ready":true,"url":…,"fcm":…,"apns":…,"apnsSandbox":…,"expo":…,"webpush":…} on stdout. On loopback alone,
            in real time. Its control calls, at url: GET /service-account?project=, GET /apns/credentials?app=,
            POST /expo/access-token {"project"}, POST /phones/tokens {"provider","project","count","environment",
            "vapidPublicKey"}, GET /ledger, GET /counters, POST and DELETE /faults.

            With --port N, FCM and the control calls are at N, APNs at N+1, APNs for development builds at N+2, Expo at N+3
            and Web Push at N+4: a server's peal.yaml still fits after a restart. The credentials are new ones.
            """
    )

    @Option(help: "The first of five ports; 0 takes free ones.")
    var port = 0
    @Flag(help: "Keep only what a load run needs of each push.")
    var lean = false
    @Option(help: "How much is logged: trace, debug, info, notice, warning, error.")
    var logLevel = "warning"

    /// For the argument parser.
    public init() {}

    /// Refuses a port that is none.
    public func validate() throws {
        try PortRange.check(port)
        try PortRange.check(port + PushSimulators.portCount - 1)
    }

    /// Serves until it is told to end.
    public func run() async throws {
        let clock = SystemClock()
        let world = SandboxWorld(
            now: { clock.now },
            wait: { try await Task.sleep(for: $0, clock: .continuous) },
            random: { UInt64.random(in: .min ... .max) }
        )
        let logger = try StandardErrorLog.logger(level: logLevel)
        let push = try PushSimulators(
            apps: [],
            world: world,
            detail: lean ? .lean : .full,
            controlPort: port,
            providerPorts: port == 0 ? nil : port + 1,
            logger: logger
        )
        var configuration = push.groupConfiguration(logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        let group = ServiceGroup(configuration: configuration)
        do {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                tasks.addTask {
                    do {
                        try await push.ready()
                        let places = push.places.map { "\"\($0.name)\":\"\($0.url)\"" }.joined(separator: ",")
                        ReadyLine.write("{\"ready\":true,\(places)}")
                    } catch is CancellationError {
                        // One of them does not start: the group says why.
                    }
                }
                // Not waitForAll: a simulator that failed before it was waited for would be waited for without end.
                while try await tasks.next() != nil {}
            }
        } catch {
            throw listenProblem(error)
        }
    }

    private func listenProblem(_ error: any Error) -> any Error {
        guard port != 0, (error as? IOError)?.errnoCode == EADDRINUSE else {
            return ListenProblem.explained(error, host: "127.0.0.1", port: port)
        }
        return ServerError(
            .port,
            "one of the ports \(port) to \(port + PushSimulators.portCount - 1) is taken; "
                + "stop who listens there, or name others with --port (0 takes free ones)"
        )
    }
}
