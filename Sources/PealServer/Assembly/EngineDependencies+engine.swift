import Foundation
import Logging
import PealCore
import PealCrypto
import PealEngine
import PealProviderKit
import PealSQL
import PealSQLite
import ServiceLifecycle

extension EngineDependencies {
    /// The engine on what was opened.
    /// - Parameters:
    ///   - set: the clients of the push services.
    ///   - webhooks: how outgoing events reach their receivers.
    ///   - signatureTime: the time that outgoing events are signed with, where it is not the clock's.
    ///   - alertDestinations: where operators get messages about alerts.
    ///   - otlp: where analytics events and traces are exported to.
    ///   - crash: where a test kills the process.
    ///   - addressHints: what addresses look like in a sandbox, for the message about one of a real service.
    ///   - deviceChanged: called with a device whose permission, capabilities or switch changed.
    ///   - logger: logs what goes wrong.
    /// - Returns: the engine; nothing of it runs yet.
    /// - Throws: what the store says.
    func engine(
        sending set: ProviderSet,
        webhooks: WebhookClient,
        signatureTime: (@Sendable () -> Timestamp)? = nil,
        alertDestinations: AlertDestinations = .none,
        otlp: OTLPClient? = nil,
        crash: CrashPoints,
        addressHints: [ProviderID: String] = [:],
        deviceChanged: @escaping @Sendable (Device) -> Void = { _ in },
        logger: Logger
    ) async throws -> Engine {
        let clock = clock
        let providers = ProviderRegistry(set.clients, notifiers: set.notifiers, installed: plugins.traits)
        var ports = EnginePorts(
            store: store,
            clock: clock,
            ids: MonotonicIDs(now: { clock.now }).generator,
            providers: providers,
            catalogs: catalogs,
            keyring: keyring,
            logger: logger
        )
        ports.actionTokens = ActionTokens(configuration, apps: catalogs.apps)
        ports.zones = { [zones] in zones.zone($0) }
        ports.uptime = Uptime().callAsFunction
        ports.work = work
        ports.auditKey = auditKey
        ports.limits = EngineLimits(
            backlog: configuration.backlog,
            maximumInFlight: configuration.maximumInFlight,
            queues: set.queueLimits,
            tokenLifetime: configuration.tokenLifetime,
            workers: ProcessInfo.processInfo.activeProcessorCount
        )
        // In a sandbox time is moved by calls: what is due then ends in one sweep.
        ports.limits.boundsDeviceSweeps = custody != nil
        ports.clockQuestion = clockQuestion
        ports.reviewedApps = configuration.reviewedApps
        ports.crash = crash
        ports.tokenProblem = { [plugins] app, provider, token in
            let form = plugins[provider]?.plugin.tokenProblem(token)
            guard let client = providers.client(provider, of: app) else { return form }
            guard let problem = client.problem(withToken: token) else { return nil }
            guard form == nil, let hint = addressHints[provider] else { return problem }
            return "\(problem); \(hint)"
        }
        ports.deviceChanged = deviceChanged
        ports.webhooks = webhooks
        ports.signatureTime = signatureTime
        ports.alertDestinations = alertDestinations
        ports.otlp = otlp
        let engine = Engine(ports: ports)
        let latencies = engine.metrics.latencies
        store.observeCommits(
            CommitObserver(
                uptime: ports.uptime,
                committed: { latencies.commit.record($0) },
                repeated: { latencies.repeatedTransactions.increment() }
            )
        )
        try await engine.beginQueues()
        return engine
    }

    /// Everything that runs next to the edge.
    func services(of engine: Engine, sending set: ProviderSet) -> [any Service] {
        engine.loops + [
            QueueRecordReader(engine: engine), KeyUseWriter(keys: engine.keys, logger: engine.ports.logger),
        ]
            + keyServices(of: engine) + set.services
    }

    /// What follows rotations of keys in other processes; a sandbox has none.
    private func keyServices(of engine: Engine) -> [any Service] {
        guard let custody else { return [] }
        let rotated = WakeUp()
        return [
            KeyringRefresher(
                store: store,
                keyring: keyring,
                rootKeys: { try custody.candidates() },
                rotated: rotated,
                clock: clock,
                logger: engine.ports.logger
            ),
            ResealLoop(
                store: store,
                keyring: keyring,
                rotated: rotated,
                clock: clock,
                metrics: engine.metrics,
                logger: engine.ports.logger
            ),
        ]
    }
}
