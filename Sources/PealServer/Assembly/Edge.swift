import Hummingbird
import Logging
import PealCore
import PealCrypto
import PealHTTP
import PealEngine
import ServiceLifecycle

/// The HTTP edge of an engine.
struct Edge {
    private let services: APIServices
    private let host: String
    private let port: Int
    private let admin: ListenAddress?
    private let apps: [AppID]
    private let logger: Logger
    /// Where libraries count.
    let metrics: MetricsRegistry
    private let address: ServedAddress?
    /// Answers who comes while the server stops; the first service, so that it ends last.
    let drain = DrainListener()

    init(
        engine: Engine,
        probe: StoreProbe,
        plan: ServerPlan,
        issuers: TokenIssuers,
        sandbox: SandboxControl?,
        address: ServedAddress? = nil
    ) async throws {
        self.address = address
        let settings = plan.configuration.apps
        host = plan.configuration.host
        port = plan.configuration.port
        // A sandbox has no other listener: what tries it out looks for everything in one place.
        admin = plan.mode.isSandbox ? nil : plan.configuration.admin
        apps = engine.ports.catalogs.apps
        logger = engine.ports.logger
        metrics = engine.metrics.registry
        let tokens = UserTokens(issuers.byApp) { [clock = engine.ports.clock] in clock.latest }
        let keySets = issuers.remote.sorted { $0.key < $1.key }
        let health = HealthChecks(
            checks: [HealthChecks.Check("store") { await probe.holds() }]
                + Self.loops.map { name in
                    HealthChecks.Check(name) { engine.metrics.loops.isRunning(name) }
                },
            clockQuestion: engine.ports.clockQuestion,
            remarks: {
                (probe.remark.map { [(name: "store", text: $0)] } ?? [])
                    + keySets.compactMap { app, set in set.remark.map { text in (name: "keys of \(app)", text: text) } }
            },
            metrics: { await engine.metricsText() + Self.logMetrics + Self.clockMetrics(engine.ports.clockQuestion()) }
        )
        var api = APISettings(tokens: tokens, uptime: Uptime().callAsFunction) {
            try await Task.sleep(for: $0, clock: .continuous)
        }
        api.pageSessions = PageSessions(plan.configuration.rootKey)
        api.acceptsTestKeys = plan.mode.isSandbox
        api.publicURL = plan.configuration.publicURL
        api.origins = settings.mapValues { Set($0.origins) }
        api.limits = plan.configuration.edge
        api.metricsExposure = plan.mode.isSandbox ? .everyone : admin == nil ? .local : .elsewhere
        api.health = health
        api.assets = WebFiles(catalogs: engine.ports.catalogs, demo: plan.demo).asset
        api.openAPI = { [isSandbox = plan.mode.isSandbox] in try APIContract.document(isSandbox: isSandbox) }
        api.sandbox = sandbox
        services = APIServices(engine: engine, settings: api)
    }

    private static var logMetrics: String {
        MetricReading(
            "peal_log_lines_dropped_total",
            "Log lines that found no room because nobody read the log.",
            .counter,
            StandardErrorLog.dropped
        ).text
    }

    private static func clockMetrics(_ question: ClockState.Question?) -> String {
        MetricReading(
            "peal_clock_gap_seconds",
            "By how much the system clock is off while it is in question; 0 while it is trusted.",
            .gauge,
            question.map { Int($0.gap.wholeMilliseconds / 1_000) } ?? 0
        ).text
    }

    /// The loops without which promises are not kept.
    private static let loops = [
        "decide", "schedule", "deliver", "receipts", "redeliveries", "sweep", "devices", "retention",
    ]

    /// What reads the event log for live connections; services that come later end earlier, so it comes after the web server.
    var streams: any Service { services.streams }

    /// The web server, and the one of `admin`.
    func service(onReady: @escaping @Sendable (RunningServer) -> Void) -> any Service {
        let (apps, host, address, drain) = (apps, host, address, drain)
        let adminListener = admin.map { AdminListener(services: services, address: $0, logger: logger) }
        var application = Application(
            router: Router.peal(services),
            server: services.server,
            configuration: configuration(host, port),
            onServerRunning: { channel in
                await drain.hold(channel)
                guard let port = channel.localAddress?.port else { return }
                address?.set("http://\(host):\(port)")
                let adminURL = await adminListener?.url()
                // No address although one is wanted: that listener did not start, and the group says why.
                guard adminListener == nil || adminURL != nil else { return }
                onReady(RunningServer(url: "http://\(host):\(port)", port: port, apps: apps, adminURL: adminURL))
            },
            logger: logger
        )
        if let adminListener { application.addServices(adminListener) }
        return DrainingService(service: application, drain: drain)
    }

    private func configuration(_ host: String, _ port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port),
            serverName: "peal",
            availableConnectionsDelegate: services.connectionCap
        )
    }
}
