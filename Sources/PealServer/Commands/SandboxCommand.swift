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
        discussion: """
            Listens on 127.0.0.1 only, in real time. When all simulators are ready it prints their URLs: one JSON line, \
            {"ready":true,"url":…,"fcm":…,"apns":…,"apnsSandbox":…,"expo":…,"webpush":…,"fcmHTTP2":…,\
            "webpushHTTP2":…}, when stdout is not a terminal.

            Control calls, at url: GET /service-account?project=, GET /apns/credentials?app=, GET /root.pem, POST \
            /expo/access-token {"project"}, POST /phones/tokens {"provider","project","count","environment","kind",\
            "vapidPublicKey"}, POST /phones/retire {"provider","token"}, GET /ledger, GET /counters, POST and DELETE /faults.

            APNs, Web Push and FCM over HTTP/2 use TLS with a certificate signed by the root at /root.pem, which is new in every run. Web \
            Push also accepts plain HTTP on the same port, for a peal.yaml with `allow: ["http://127.0.0.1:…"]`; its port for \
            HTTP/2 serves subscriptions of kind http2, for a peal.yaml with `allow: ["127.0.0.1:…"]` and the root as `caFile`.

            With --port N, FCM and the control calls are at N, APNs at N+1, APNs for development builds at N+2, Expo at \
            N+3, Web Push at N+4, FCM over HTTP/2 at N+5 and Web Push over HTTP/2 at N+6, so that the endpoints in a server's \
            peal.yaml stay valid after a restart. Credentials do not: fetch them again.

            EXAMPLES:
              peal sandbox --port 9099
            """
    )

    @Option(help: "The first of seven ports; 0 picks free ones.")
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
        try PortRange.check(port + PushSimulators.portCount - 1)
        guard Duration(catalog: receiptDelay) != nil else {
            throw ValidationError("--receipt-delay \(receiptDelay) is not a duration; write 15m, 90s or 500ms")
        }
        guard expoPerSecond.map({ $0 >= 0 }) ?? true else {
            throw ValidationError("--expo-per-second must be 0 or more")
        }
    }

    /// Expo's own limit, but in load runs.
    private var expoLimit: Int? {
        let limit = expoPerSecond ?? (lean ? 0 : 600)
        return limit == 0 ? nil : limit
    }

    /// Serves until it is told to stop.
    public func run() async throws {
        do {
            if port != 0 { try PortProbe.check(host: "127.0.0.1", ports: port...port + PushSimulators.portCount - 1) }
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
        let push = try PushSimulators(
            apps: [],
            world: world,
            detail: lean ? .lean : .full,
            controlPort: port,
            providerPorts: port == 0 ? nil : port + 1,
            receiptDelay: Duration(catalog: receiptDelay) ?? .zero,
            expoPerSecond: expoLimit,
            logger: logger
        )
        var configuration = push.groupConfiguration(logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                do {
                    try await push.ready()
                    ReadyLine.print(push.places.map { ($0.name, $0.url) })
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
            "one of the ports \(port) to \(port + PushSimulators.portCount - 1) is in use; "
                + "stop the other process or pass --port (0 picks free ones)"
        )
    }
}
