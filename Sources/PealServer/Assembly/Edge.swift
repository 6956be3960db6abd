import Foundation
import Hummingbird
import Logging
import PealCatalog
import PealCore
import PealHTTP
import PealPeople
import PealPipeline
import PealProviderKit
import PealSQLite
import PealStore
import ServiceLifecycle

/// The HTTP edge of an engine.
struct Edge {
    private let services: APIServices
    private let host: String
    private let port: Int
    private let apps: [AppID]
    private let logger: Logger

    init(
        engine: Engine,
        plan: ServerPlan,
        sandbox: SandboxControl?,
        deviceChanged: @escaping @Sendable (Device) -> Void,
        logger: Logger
    ) async throws {
        let settings = plan.configuration.apps
        host = plan.configuration.host
        port = plan.configuration.port
        apps = engine.catalogs.apps
        self.logger = logger
        let store = engine.store
        let clock = engine.clock
        let zones = engine.zones
        let providers = engine.providers
        let tokens = try await PersonTokens(keys: Self.tokenKeys(settings))
        let contract = try YAMLDocument.json(EmbeddedAssets.bytes(at: "api/openapi.yaml") ?? [])
        let isDemo = plan.mode == .demo
        let probe = StoreProbe(store: store)
        let health = HealthChecks(
            checks: [HealthChecks.Check("store") { await probe.holds() }]
                + Self.loops.map { name in
                    HealthChecks.Check(name) { engine.metrics.loops.isRunning(name) }
                },
            metrics: {
                engine.metrics.text(
                    backlog: (try? await store.backlog()) ?? 0,
                    lanes: engine.lanes,
                    people: (try? await store.peopleCounts()) ?? [:],
                    fatigue: (try? await store.fatigue()) ?? []
                )
            }
        )
        services = APIServices(
            store: store,
            intake: engine.intake,
            catalogs: engine.catalogs,
            keyring: engine.keyring,
            tokens: tokens,
            acceptsTestKeys: plan.mode.isSandbox,
            origins: settings.mapValues { Set($0.origins) },
            zones: { zones.zone($0) },
            ids: engine.ids,
            now: { clock.now },
            tokenProblem: { app, provider, token in
                guard let client = providers.client(provider, of: app) else {
                    return TokenForms.problem(with: token, of: provider)
                }
                return client.problem(withToken: token)
            },
            changed: { engine.wake() },
            isActive: { app, user in engine.activity.note(user, app: app, at: clock.now) },
            deviceChanged: deviceChanged,
            available: { providers.available($0) },
            laneHolds: { engine.lanes.holds(now: $0) },
            catalogPublished: { try await engine.planner.plan($0) },
            health: health,
            assets: { path in isDemo ? Self.demoAsset(path) : nil },
            openAPI: contract,
            sandbox: sandbox,
            logger: logger
        )
    }

    /// The loops without which promises are not kept.
    private static let loops = ["decide", "schedule", "deliver", "receipts", "sweep", "devices", "retention"]

    /// The web server.
    func service(onReady: @escaping @Sendable (RunningServer) -> Void) -> any Service {
        let apps = apps
        let host = host
        return Application(
            router: Router.peal(services),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "peal"),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                onReady(RunningServer(url: "http://\(host):\(port)", apps: apps))
            },
            logger: logger
        )
    }

    private static func tokenKeys(_ settings: [AppID: AppConfiguration]) -> [AppID: [PersonTokens.Key]] {
        settings.compactMapValues { app in
            app.jwtSecret.map { [PersonTokens.Key(kid: app.jwtKeyID, secret: Array($0.utf8))] }
        }
    }

    private static func demoAsset(_ path: String) -> StaticAsset? {
        let name = path == "/" ? "index.html" : String(path.drop { $0 == "/" })
        return EmbeddedAssets.bytes(at: "web/\(name)").map {
            StaticAsset(bytes: $0, contentType: EmbeddedAssets.contentType(of: name))
        }
    }
}
