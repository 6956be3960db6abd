public import PealCore
public import PealStore

/// Plans the firings of all entities anew after a publication, in pages that stall no writer (R066).
public struct SchedulePlanner: Sendable {
    private let store: any ScheduleStore
    private let now: @Sendable () -> Timestamp
    private let planned: WakeSignal

    /// Entities a step plans.
    private static let pageSize = 200

    /// Wires the planner.
    /// - Parameters:
    ///   - store: keeps the firings.
    ///   - now: reads the clock.
    ///   - planned: fired when something was planned.
    public init(store: any ScheduleStore, now: @escaping @Sendable () -> Timestamp, planned: WakeSignal) {
        self.store = store
        self.now = now
        self.planned = planned
    }

    /// Plans every entity by a catalog that is in force now.
    ///
    /// Planning twice changes nothing, so a crash on the way is mended by beginning again.
    public func plan(_ catalog: Catalog) async throws {
        let rules = catalog.schedules
        for type in Set(rules.map(\.entity)).sorted() {
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
            } while cursor != nil
        }
        try await store.setPlannedVersion(catalog.version, app: catalog.app)
        planned.fire()
    }

    /// Plans what no earlier process, nor a publication, has planned by the catalogs in force.
    func planUnplanned(_ catalogs: CatalogRegistry) async throws {
        for app in catalogs.apps {
            guard let catalog = catalogs.inForce(app), try await store.plannedVersion(app: app) != catalog.version
            else { continue }
            try await plan(catalog)
        }
    }
}
