public import PealCore
import PealStore

/// Plans the firings of all entities again after a publication, in pages that stall no writer (R066).
public struct SchedulePlanner: Sendable {
    private let store: any EntityPorts
    private let catalogs: CatalogRegistry
    private let now: @Sendable () -> Timestamp

    /// Entities a step plans.
    private static let pageSize = 200

    /// Wires the planner.
    /// - Parameters:
    ///   - store: keeps the firings.
    ///   - catalogs: the catalogs in force, which a page is planned by: another one may be published on the way.
    ///   - now: reads the clock.
    public init(
        store: any EntityPorts,
        catalogs: CatalogRegistry,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.now = now
    }

    /// Plans every entity that a catalog has schedules for; the catalog is in force.
    ///
    /// That it has begun is noted first: whoever changes an entity by older schedules meanwhile reads and plans again. Planning
    /// twice changes nothing, so after a crash on the way it begins again.
    public func plan(_ catalog: Catalog) async throws {
        let app = catalog.app
        let version = catalogs.inForce(app)?.version ?? catalog.version
        await catalogs.planned(before: version, of: app)
        try await apply(.beginPlanning(version), app)
        let entities = ChangeEntities(store: store, catalogs: catalogs)
        for type in Set(catalog.schedules.map(\.entity)).sorted() {
            var cursor: String?
            repeat {
                let page = try await store.scheduleFacts(of: type, app: app, after: cursor, limit: Self.pageSize)
                try await entities.plan(page, app: app, now: now())
                try await WithdrawFirings(store: store).finish(app: app)
                cursor = page.count < Self.pageSize ? nil : page.last?.ref.id
            } while cursor != nil
        }
        // Another publication that began meanwhile plans on by itself.
        try await apply(.endPlanning(version), app)
    }

    private func apply(_ change: Change, _ app: AppID) async throws {
        _ = try await store.apply([ChangeGroup(app: app, [change])])
    }

    /// Plans what no earlier process, nor a publication, has planned by the catalogs in force.
    func planUnplanned() async throws {
        for app in catalogs.apps {
            guard let catalog = catalogs.inForce(app), try await store.plannedVersion(app: app) != catalog.version
            else { continue }
            try await plan(catalog)
        }
    }
}
