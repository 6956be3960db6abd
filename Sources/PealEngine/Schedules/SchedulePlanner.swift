public import PealCore
public import PealStore

/// Plans the firings of all entities anew after a publication, in pages that stall no writer (R066).
public struct SchedulePlanner: Sendable {
    private let store: any ScheduleStore & CancelPorts
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
        store: any ScheduleStore & CancelPorts,
        catalogs: CatalogRegistry,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.now = now
    }

    /// Plans every entity that a catalog has schedules for; the catalog is in force.
    ///
    /// Planning twice changes nothing, so a crash on the way is mended by beginning again.
    public func plan(_ catalog: Catalog) async throws {
        await catalogs.planned(before: catalog.version, of: catalog.app)
        let rules = catalogs.schedules(of: catalog.app)
        for type in Set(catalog.schedules.map(\.entity)).sorted() {
            var cursor: String?
            repeat {
                cursor = try await store.planSchedules(
                    app: catalog.app,
                    of: type,
                    rules: rules,
                    after: cursor,
                    limit: Self.pageSize,
                    now: now()
                )
                try await WithdrawFirings(store: store).finish(app: catalog.app)
            } while cursor != nil
        }
        try await store.setPlannedVersion(catalog.version, app: catalog.app)
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
