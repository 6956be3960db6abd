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

    /// Plans every entity that the catalog in force has schedules for; this one is, or a newer one.
    ///
    /// That it has begun is noted first: changes of entities that were planned by older schedules fail from then on, and are
    /// planned again. Planning twice changes nothing, so after a crash on the way it begins again.
    public func plan(_ catalog: Catalog) async throws {
        let app = catalog.app
        let catalog = try await begin(catalog)
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
        _ = try await store.applies([.endPlanning(catalog.version)], to: app)
    }

    /// Notes that all entities are planned by the catalog in force, which is returned.
    ///
    /// The catalog in force is read after what is noted, so of two publications the earlier never takes the note back.
    private func begin(_ catalog: Catalog) async throws -> Catalog {
        try await store.applyPlanned(to: catalog.app) { _ in
            let noted = try await store.plannedVersion(app: catalog.app)?.version
            let inForce = catalogs.inForce(catalog.app) ?? catalog
            return ([.beginPlanning(inForce.version, from: noted)], inForce)
        }
    }

    /// Plans what no earlier process, nor a publication, has planned by the catalogs in force.
    func planUnplanned() async throws {
        for app in catalogs.apps {
            guard let catalog = catalogs.inForce(app) else { continue }
            let planned = try await store.plannedVersion(app: app)
            if planned?.version != catalog.version || planned?.isComplete == false { try await plan(catalog) }
        }
    }
}
