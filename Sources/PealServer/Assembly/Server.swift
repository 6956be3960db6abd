public import Logging
import PealHTTP
import PealEngine
import ServiceLifecycle
import UnixSignals

/// The composition root: `main` and tests both start a server here.
public enum Server {
    /// How long a push that is under way may take to end when the server is told to; the next start sends it again.
    static let patience = Duration.seconds(6)

    /// Serves until SIGTERM or SIGINT, then lets what is in flight finish.
    ///
    /// `onReady` is called once, when the server takes requests.
    public static func run(
        _ plan: ServerPlan,
        logger: Logger,
        onReady: @escaping @Sendable (RunningServer) -> Void
    ) async throws {
        try await assemble(plan, logger: logger) { services, edge in
            var members = ([edge.drain] + services + [edge.service(onReady: onReady), edge.streams])
                .map { ServiceGroupConfiguration.ServiceConfiguration.named($0) }
            if let reset = plan.demo?.reset {
                members.append(.named(ResetService(wakeUp: reset), whenItEnds: .gracefullyShutdownGroup))
            }
            var configuration = ServiceGroupConfiguration(
                services: members,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger.forServices
            )
            configuration.maximumGracefulShutdownDuration = Self.patience
            let group = ServiceGroup(configuration: configuration)
            try await edge.metrics.collecting { try await run(group, plan) }
        }
    }

    /// Serves while `body` runs, and shuts down gracefully afterwards.
    public static func withRunning<Result: Sendable>(
        _ plan: ServerPlan,
        logger: Logger,
        _ body: @escaping @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        try await assemble(plan, logger: logger) { services, edge in
            let (ready, continuation) = AsyncStream.makeStream(
                of: RunningServer.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let listener = edge.service { server in
                continuation.yield(server)
                continuation.finish()
            }
            let group = ServiceGroup(
                configuration: .init(
                    services: ([edge.drain] + services + [listener, edge.streams]).map { .named($0) },
                    logger: logger.forServices
                )
            )
            return try await withThrowingTaskGroup(of: Result?.self) { tasks in
                tasks.addTask { [metrics = edge.metrics] in
                    defer { continuation.finish() }
                    try await metrics.collecting { try await run(group, plan) }
                    return nil
                }
                tasks.addTask {
                    for await server in ready { return try await body(server) }
                    // The server stopped before it took requests: the group says why.
                    return nil
                }
                var result: Result?
                do {
                    while let value = try await tasks.next() {
                        if let value {
                            result = value
                            await group.triggerGracefulShutdown()
                        }
                    }
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                guard let result else { throw ServerError(.port, "the server stopped before it was ready") }
                return result
            }
        }
    }

    private static func run(_ group: ServiceGroup, _ plan: ServerPlan) async throws {
        do {
            try await group.run()
        } catch {
            throw ListenProblem.explained(error, host: plan.configuration.host, port: plan.configuration.port)
        }
    }

    private static func assemble<Result: Sendable>(
        _ plan: ServerPlan,
        logger: Logger,
        _ body: ([any Service], Edge) async throws -> Result
    ) async throws -> Result {
        let crash = try CrashAt.points(plan.crashAt)
        // Before anything is opened, so that nothing is logged when the port is in use.
        try PortProbe.check(host: plan.configuration.host, port: plan.configuration.port)
        FileLimit.raise(forConnections: plan.configuration.edge.connections.connections, logger: logger)
        // HTTP/1.1 needs a connection for each push in flight; one service never has more than these, whatever is in flight.
        let connections = min(plan.configuration.maximumInFlight, 512)
        return try await ProviderTransport.with(connections: connections) { transport in
            if plan.mode.isSandbox {
                return try await SandboxAssembly(plan: plan, transport: transport, crash: crash, logger: logger).run(
                    body
                )
            }
            for file in plan.configuration.exposedFiles {
                logger.warning(
                    "other users can read a file with secrets; run chmod 600 on it",
                    metadata: ["file": "\(file)"]
                )
            }
            let clock = GuardedClock(plan.systemClock)
            let set = try ProviderClients(transport: transport, now: { clock.outside }, plugins: plan.plugins)
                .configured(plan.configuration.apps)
            let dependencies = try await EngineDependencies.open(plan, clock: clock, guarding: clock, logger: logger)
            defer { dependencies.close(logger) }
            for app in dependencies.catalogs.apps where set.clients[app] == nil {
                logger.warning(
                    "app has no push credentials; its pushes are suppressed with reason no-device",
                    metadata: ["app": "\(app)"]
                )
            }
            return try await WebhookTransport.with(plan.configuration.webhooks, clock: clock) { webhooks in
                try await OTLPTransport.with(plan.configuration.otlp, clock: clock) { otlp in
                    try await AlertTransport.with(plan.configuration, clock: clock) { alertDestinations in
                        let engine = try await dependencies.engine(
                            sending: set,
                            webhooks: webhooks,
                            alertDestinations: alertDestinations,
                            otlp: otlp,
                            crash: crash,
                            logger: logger
                        )
                        let probe = StoreProbe(store: dependencies.store, logger: logger)
                        let issuers = try await TokenIssuers(plan.configuration.apps, clock: clock, logger: logger)
                        let edge = try await Edge(
                            engine: engine,
                            probe: probe,
                            plan: plan,
                            issuers: issuers,
                            sandbox: nil
                        )
                        let services =
                            [dependencies.watch(clock, logger: logger)]
                            + dependencies.services(of: engine, sending: set) + issuers.services
                        return try await set.shutDown { try await issuers.shutDown { try await body(services, edge) } }
                    }
                }
            }
        }
    }
}

extension Logger {
    /// For the group that runs the services: below `info` it prints each with all it holds, keys and tokens too.
    var forServices: Logger {
        var logger = self
        logger.logLevel = max(logLevel, .info)
        return logger
    }
}
