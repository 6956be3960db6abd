import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealRealtime
import PealSQLite
import Testing

@testable import PealHTTP
@testable import PealTesting

/// A server's engine and a hub that a test moves, without a socket.
final class LiveWorld: Sendable {
    let scene: StoreScene<SQLiteStore>
    let engine: Engine
    let api: APIServices

    var app: AppID { scene.app }
    var hub: StreamHub { api.hub }

    init(
        _ scene: StoreScene<SQLiteStore>? = nil,
        limits: StreamLimits = StreamLimits(),
        keyring: Keyring = Keyring()
    )
        async throws
    {
        let scene = try scene ?? StoreScene(store: SQLiteStore.temporary())
        self.scene = scene
        var ports = EnginePorts(
            store: scene.store,
            clock: VirtualClock(at: scene.now),
            ids: SequentialIDs().generator,
            keyring: keyring,
            logger: Logger(label: "test")
        )
        ports.random = { 0.5 }
        ports.catalogs.put([try Self.catalog()])
        if keyring.versions(of: scene.app).isEmpty { ports.keyring.install(.generate(), app: scene.app, version: 1) }
        engine = Engine(ports: ports)
        var settings = APISettings(tokens: UserTokens([:]), uptime: { .zero }, wait: { _ in })
        settings.limits.streams = limits
        api = APIServices(engine: engine, settings: settings)
    }

    /// The same server after a restart: nothing of the hub is left.
    func restarted(limits: StreamLimits) async throws -> LiveWorld {
        try await LiveWorld(scene, limits: limits, keyring: engine.ports.keyring)
    }

    /// Lets the hub read everything there is.
    func read() async throws { while try await hub.step() {} }

    /// A client of a user.
    func client(_ user: UserID) -> StreamClient {
        StreamClient(app: app, user: user, expiresAt: scene.now + .seconds(9_999))
    }

    /// Opens a connection that follows the user's inbox.
    func connect(_ user: UserID, since cursor: String?) async throws -> StreamSession {
        let client = client(user)
        var session = StreamSession(subscription: try hub.open(client), services: api.live, client: client)
        try await session.follow("inbox", since: cursor, at: "?channels")
        return session
    }

    private static func catalog() throws -> Catalog {
        let text = """
            app: reports
            name: Reports
            locales: [en]
            timeZone: UTC
            features: {inbox: true}
            links: {scheme: reports, routes: [/r1], fallback: /r1}
            providers: [fcm]
            entities:
              report: {}
            categories:
              status:
                title: {en: Status}
                description: {en: What becomes of reports}
            types:
              assigned:
                category: status
                audience: {allow: [users]}
                title: {en: Assigned}
                body: {en: A report}
                link: /r1
                thread: chat
                delayWhileActive: {for: 20s, by: thread}
                ttl: 72h
            """
        let reading = CatalogReader.read(yaml: text, file: "reports.yaml")
        return try #require(reading.catalog, "\(reading.findings)")
    }
}
