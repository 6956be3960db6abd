import Foundation
import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealSQLite
import PealStore
import Testing

@testable import PealTesting

/// The users' side on a real database, with a clock that stands still.
struct UsersWorld: Sendable {
    let scene: StoreScene<SQLiteStore>
    let clock: VirtualClock
    let engine: Engine

    var keyring: Keyring { engine.ports.keyring }
    var preferences: PreferenceCenter { engine.preferences }
    var inbox: Inbox { engine.inbox }
    var devices: DeviceRegistration { engine.devices }
    var export: UserExport { engine.export }

    var store: SQLiteStore { scene.store }
    var app: AppID { scene.app }

    /// The version of the catalog that the scene's triggers were accepted under, and the one in force.
    static let versions = (accepted: 3, inForce: 4)

    /// Runs a body on a fresh world, whose catalog may be changed first.
    static func with<Value>(
        _ change: (inout Catalog) -> Void = { _ in },
        _ body: (UsersWorld) async throws -> Value
    ) async throws -> Value {
        var catalog = try Self.catalog()
        change(&catalog)
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try SQLiteStore.open(path: directory.appending(path: "peal.sqlite").path, mode: .production)
        let value = try await body(UsersWorld(store: store, catalog: catalog))
        try store.close()
        return value
    }

    private init(store: SQLiteStore, catalog: Catalog) {
        scene = StoreScene(store: store)
        clock = VirtualClock(at: scene.now)
        var ports = EnginePorts(
            store: store,
            clock: clock,
            ids: SequentialIDs().generator,
            logger: Logger(label: "test")
        )
        var (accepted, inForce) = (catalog, catalog)
        (accepted.version, inForce.version) = Self.versions
        // The category was called otherwise before.
        accepted.categories[0].name = "report-status-then"
        ports.catalogs.put([accepted, inForce])
        ports.keyring.install(.generate(), app: catalog.app, version: 1)
        ports.zones = Self.zone
        ports.tokenProblem = { _, _, token in token == "bad" ? "is too short" : nil }
        engine = Engine(ports: ports)
    }

    private static func zone(_ name: String) -> Zone? {
        switch name {
        case "UTC": .utc
        case "Pacific/Kiritimati": (try? ZoneRules(initialOffset: 14 * 3600)).map { Zone(name: name, rules: $0) }
        default: nil
        }
    }
}

extension UsersWorld {
    /// Puts a user.
    func user(_ id: UserID, roles: [String] = [], locale: String? = nil, timeZone: String? = nil) async throws {
        let user = User(
            id: id,
            locale: locale,
            timeZone: timeZone,
            roles: roles,
            createdAt: clock.now,
            updatedAt: clock.now
        )
        _ = try await store.putUser(user, app: app)
    }

    /// The preferences of a user who must be there.
    func view(_ user: UserID) async throws -> PreferenceView {
        try #require(try await preferences.view(of: user, app: app))
    }

    /// Changes preferences of a user who must be there.
    @discardableResult
    func update(_ user: UserID, _ change: PreferenceChange) async throws -> PreferenceView {
        try #require(try await preferences.update(change, of: user, app: app))
    }

    /// Gives users notifications, one trigger each, created at an instant.
    func notify(
        _ user: UserID,
        count: Int = 1,
        type: TypeID = "assigned",
        at instant: Timestamp? = nil,
        isHidden: Bool = false
    ) async throws {
        let submissions = (0..<count).map { _ in scene.submission(.users([user]), type: type) }
        _ = try await store.accept(submissions, answer: nil)
        let pages = try await store.dueTriggers(now: scene.now, limit: count).map { trigger in
            var notification = scene.notification(user, thread: "t")
            notification.createdAt = instant ?? scene.now
            if isHidden { notification.decision.inApp = .hide(.categoryDisabled) }
            return FanOutPage(trigger: trigger, notifications: [notification], cursor: user, isLast: true)
        }
        try await store.commit(pages)
    }

    static func catalog() throws -> Catalog {
        let reading = CatalogReader.read(yaml: text, file: "reports.yaml")
        return try #require(reading.catalog, "\(reading.findings)")
    }

    private static let text = """
        app: reports
        name: Reports
        locales: [en, de]
        timeZone: Europe/Berlin
        features: {inbox: true, actions: true, quietHours: true}
        links: {scheme: reports, routes: ["/", "/reports/{id}"], fallback: /}
        providers: [fcm]
        badge: unseen
        defaults: {push: true, email: false, inApp: true}
        quietHours: {default: {start: "22:00", end: "08:00"}, enabled: true, editable: true, action: defer}
        entities: {report: {}}
        categories:
          status:
            key: reportStatus
            name: report-status
            title: {en: Reports, de: Berichte}
            description: {en: What became of your reports, de: Was aus Ihren Berichten wurde}
            icon: flag
          offers:
            title: Offers
            description: News and offers
            defaults: {push: false}
          safety:
            title: Safety
            description: For your safety
            mandatory: {roles: [warden, medic]}
          legal:
            title: Legal
            description: What the law asks for
            mandatory: always
          system:
            title: System
            description: About the app
            adjustable: false
        types:
          assigned:
            category: status
            audience: {default: {owner: true}, allow: [owner, users]}
            title: Assigned
            body: Someone looks at it
            link: /reports/{{entityId}}
            fallback: inApp
            actions:
              - {id: open, title: {en: Open, de: Öffnen}, kind: open-app, link: "/reports/{{entityId}}"}
              - {id: later, title: {en: Later, de: Später}, kind: dismiss}
          offer: {category: offers, audience: {default: {owner: true}, allow: [owner, users]}, title: O, body: O, link: /}
          alarm:
            {category: safety, audience: {default: {owner: true}, allow: [owner, users]}, title: A, body: A, link: /, fallback: inApp}
          terms:
            {category: legal, audience: {default: {owner: true}, allow: [owner, users]}, title: T, body: T, link: /, fallback: inApp}
          note: {category: system, audience: {default: {owner: true}, allow: [owner, users]}, title: N, body: N, link: /}
        """
}
