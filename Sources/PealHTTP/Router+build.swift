import HTTPTypes
public import Hummingbird
import HummingbirdCore
import PealCore
import PealEngine
public import PealWire

extension Router where Context == AppContext {
    /// Builds the router: the one place that knows every controller and the order of the layers.
    public static func peal(_ services: APIServices) -> Router<AppContext> {
        build(services, services.endpoints, countsLookups: true, assets: services.assets)
    }

    /// Builds the router of the listener that `admin` names: health and `/metrics`, and nothing else.
    public static func pealAdmin(_ services: APIServices) -> Router<AppContext> {
        build(services, services.operators.adminEndpoints, countsLookups: false) { _ in nil }
    }

    private static func build(
        _ services: APIServices,
        _ endpoints: [Endpoint],
        countsLookups: Bool,
        assets: @escaping @Sendable (String) -> StaticAsset?
    ) -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: [.autoGenerateHeadEndpoints])
        // Outermost first: CORS, so that a page can read errors too, then problems and identifiers, then a
        // sandbox's check of its callers, then what no route took.
        router.add(
            middleware: AppCORSMiddleware(origins: services.origins) { request, context in
                services.limiter.takeLookup(services.address(of: request, context))
            }
        )
        router.add(middleware: ProblemMiddleware(metrics: services.metrics, logger: services.logger))
        if services.sandbox != nil { router.add(middleware: LoopbackMiddleware(origins: services.origins)) }
        router.add(
            middleware: FallbackMiddleware(
                assets: assets,
                routes: RouteIndex(routes: endpoints.map(\.route)),
                publicURL: services.publicURL
            ) { request, context throws(Problem) in
                guard countsLookups else { return }
                try services.admitLookup(from: services.address(of: request, context), context.trail)
            }
        )
        let runner = EndpointRunner(
            services: services,
            cursors: CursorCodec(keyring: services.keyring),
            idempotency: IdempotencyGuard(answers: services.engine.answers),
            countsLookups: countsLookups
        )
        for endpoint in endpoints {
            // A proxy may pass the path of `publicURL` on, or take it away.
            for prefix in Set(["", services.publicURL?.path ?? ""]) {
                router.on(RouterPath(prefix + endpoint.route.path), method: endpoint.route.method.http) {
                    request,
                    context in
                    try await runner.run(endpoint, request, context)
                }
            }
        }
        return router
    }
}

extension APIServices {
    /// Every call that is served; the sandbox's only where there is one.
    var endpoints: [Endpoint] {
        let (catalogs, clock, versions) = (engine.ports.catalogs, engine.ports.clock, engine.catalogVersions)
        let (activity, now) = (engine.activity, { @Sendable in clock.now })
        let userFinder = UserFinder(users: engine.users)
        let triggers = TriggerController(
            intake: engine.intake,
            cancels: engine.cancels,
            triggers: engine.triggers,
            now: now,
            latency: engine.metrics.latencies.accept,
            uptime: uptime
        )
        let publishing = CatalogVersionController(
            versions: versions,
            publisher: engine.publisher,
            keys: engine.keys,
            analysisPool: analysisPool
        )
        let traffic = CatalogTrafficController(
            catalogs: catalogs,
            replay: engine.replay,
            analysisPool: analysisPool,
            now: now
        )
        let inbox = InboxController(
            inbox: engine.inbox,
            sync: engine.deviceSync,
            userFinder: userFinder,
            users: engine.users
        ) { app, user in
            activity.note(user, app: app, at: clock.now)
        }
        let groups: [[Endpoint]] = [
            operators.endpoints,
            UserController(users: engine.users, export: engine.export).endpoints,
            ReachabilityController(reachability: engine.reachability, now: now).endpoints,
            EntityController(entities: engine.entities).endpoints,
            triggers.endpoints,
            TriggerMoveController(moves: engine.moves, now: now).endpoints,
            WhyController(why: engine.why, analysisPool: analysisPool).endpoints,
            CatalogController(versions: versions, users: engine.users, providers: engine.ports.providers).endpoints,
            publishing.endpoints,
            CatalogPreviewController(preview: engine.preview, now: now).endpoints,
            traffic.endpoints,
            DeviceController(
                devices: engine.devices,
                sync: engine.deviceSync,
                userFinder: userFinder,
                catalogs: catalogs
            ).endpoints,
            AddressController(addresses: engine.channelAddresses, userFinder: userFinder).endpoints,
            PreferenceController(preferences: engine.preferences, userFinder: userFinder, catalogs: catalogs).endpoints,
            inbox.endpoints,
            EtaController(replies: engine.etaReplies, boards: engine.etaBoards).endpoints,
            AnalyticsController(reports: engine.analytics, catalogs: catalogs, now: now).endpoints,
            FiguresController(reports: engine.analytics, alerts: engine.alerts, catalogs: catalogs, now: now).endpoints,
            AlertController(alerts: engine.alerts).endpoints,
            AuditController(audit: engine.audit, claims: engine.auditClaims).endpoints,
            WebhookController(webhooks: engine.webhooks).endpoints,
            ActionController(actions: engine.actions, userFinder: userFinder).endpoints,
            realtime.endpoints,
            pages(userFinder).endpoints,
            sandbox.map { sandbox in
                let sockets = PhoneSockets(hub: hub, phones: sandbox.phones, live: live)
                return SandboxController(control: sandbox, sockets: sockets).endpoints
            } ?? [],
        ]
        return groups.flatMap(\.self)
    }

    /// The routes that are served, to be held against ``APIRoutes/all``.
    public var routes: [APIRoute] { endpoints.map(\.route) }

    /// Where a call comes from; the first peer that calls for others and is no listed proxy is logged.
    func address(of request: Request, _ context: AppContext) -> ClientAddress {
        let address = ClientAddress(
            peer: context.channel.remoteAddress,
            authority: request.head.authority,
            headers: request.headers,
            proxies: rates.proxies
        )
        unlistedProxy.note(address)
        return address
    }

    /// Counts what anybody may fetch.
    /// - Throws: ``Problem`` `limit-reached` when an address fetches too much.
    func admitLookup(from address: ClientAddress, _ trail: RequestTrail) throws(Problem) {
        let status = limiter.takeLookup(address)
        guard !status.verdict.isAllowed else { return }
        trail.rate = status
        throw status.problem
    }

    /// Health, metrics and the contract.
    var operators: OperatorController {
        OperatorController(health: health, edgeMetrics: edgeMetrics, exposure: metricsExposure, contract: openAPI)
    }
}

extension APIRoute.Method {
    fileprivate var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .put: .put
        case .post: .post
        case .patch: .patch
        case .delete: .delete
        }
    }
}
