import HTTPTypes
public import Hummingbird
import HummingbirdCore
import PealEngine
public import PealWire

extension Router where Context == AppContext {
    /// Builds the router: the one place that knows every controller and the order of the layers.
    public static func peal(_ services: APIServices) -> Router<AppContext> {
        build(services, services.endpoints, assets: services.assets)
    }

    /// Builds the router of the listener that `admin` names: `/metrics` and nothing else.
    public static func pealAdmin(_ services: APIServices) -> Router<AppContext> {
        build(services, services.operators.adminEndpoints) { _ in nil }
    }

    private static func build(
        _ services: APIServices,
        _ endpoints: [Endpoint],
        assets: @escaping @Sendable (String) -> StaticAsset?
    ) -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: [.autoGenerateHeadEndpoints])
        // Outermost first: CORS, so that a page can read errors too, then problems and identifiers, then a
        // sandbox's check of its callers, then what no route took.
        router.add(middleware: AppCORSMiddleware(origins: services.origins))
        router.add(middleware: ProblemMiddleware(metrics: services.metrics, logger: services.logger))
        if services.sandbox != nil { router.add(middleware: LoopbackMiddleware(origins: services.origins)) }
        router.add(middleware: FallbackMiddleware(assets: assets, routes: RouteIndex(routes: endpoints.map(\.route))))
        let runner = EndpointRunner(
            services: services,
            cursors: CursorCodec(keyring: services.keyring),
            idempotency: IdempotencyGuard(store: services.store, keyring: services.keyring, now: services.now)
        )
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.route.path), method: endpoint.route.method.http) { request, context in
                try await runner.run(endpoint, request, context)
            }
        }
        return router
    }
}

extension APIServices {
    /// Every call that is served; the sandbox's only where there is one.
    var endpoints: [Endpoint] {
        let people = PersonFinder(store: store)
        return operators.endpoints
            + UserController(store: store, export: export, now: now).endpoints
            + EntityController(
                store: store,
                entities: ChangeEntities(store: store, catalogs: catalogs),
                catalogs: catalogs,
                now: now
            ).endpoints
            + TriggerController(intake: intake, cancels: CancelTriggers(store: store), store: store, now: now).endpoints
            + TriggerMoveController(
                moves: TriggerMoves(store: store, catalogs: catalogs, zones: zones, now: now),
                now: now
            ).endpoints
            + WhyController(why: why, deliveries: store, analyses: analyses).endpoints
            + CatalogController(store: store, catalogs: catalogs).endpoints
            + CatalogVersionController(
                store: store,
                catalogs: catalogs,
                publisher: publisher,
                analyses: analyses
            ).endpoints
            + CatalogTrafficController(store: store, catalogs: catalogs, replay: replay, analyses: analyses, now: now)
            .endpoints
            + DeviceController(devices: devices, people: people).endpoints
            + PreferenceController(preferences: preferences, people: people, catalogs: catalogs).endpoints
            + InboxController(inbox: inbox, people: people, directory: store, isActive: isActive).endpoints
            + (sandbox.map { SandboxController(control: $0).endpoints } ?? [])
    }

    /// The routes that are served, to be held against ``APIRoutes/all``.
    public var routes: [APIRoute] { endpoints.map(\.route) }

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
