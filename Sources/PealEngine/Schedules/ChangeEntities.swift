public import PealCore
public import PealStore

/// The ports that changes of entities need.
public typealias EntityPorts = ScheduleStore & CancelPorts

/// Puts and deletes entities, and lets what their times ask for follow: firings are planned, moved, cancelled and
/// withdrawn (R053, R066).
///
/// The change and its plan are one group, with the facts as its guard.
public struct ChangeEntities: Sendable {
    private let store: any EntityPorts
    private let catalogs: CatalogRegistry

    /// Wires the use case.
    /// - Parameters:
    ///   - store: keeps entities and firings.
    ///   - catalogs: the catalogs in force.
    public init(store: any EntityPorts, catalogs: CatalogRegistry) {
        self.store = store
        self.catalogs = catalogs
    }

    /// Puts an entity, replacing it whole.
    /// - Parameters:
    ///   - entity: the entity.
    ///   - members: members that are put with it.
    ///   - app: its app.
    /// - Returns: whether there was none.
    /// - Throws: ``StoreError``.
    public func put(_ entity: Entity, with members: [Member] = [], app: AppID) async throws -> Bool {
        let facts = try await change(entity.ref, app: app) { $0.putting(entity, with: members, by: $1) }
        try await withdraw(after: entity.ref.type, app)
        return facts.entity == nil
    }

    /// Puts an entity in place of another version of it.
    /// - Parameters:
    ///   - entity: the entity as it is to be.
    ///   - stored: the entity as it was read.
    ///   - app: its app.
    /// - Returns: whether it was still as it was read; otherwise nothing is changed.
    /// - Throws: ``StoreError``.
    func put(_ entity: Entity, replacing stored: Entity, app: AppID) async throws -> Bool {
        let facts = try await change(entity.ref, app: app) { $0.entity == stored ? $0.putting(entity, by: $1) : [] }
        guard facts.entity == stored else { return false }
        try await withdraw(after: entity.ref.type, app)
        return true
    }

    /// Withdraws what a change of an entity no longer asks for, where its type has schedules.
    private func withdraw(after type: EntityTypeID, _ app: AppID) async throws {
        let schedules = catalogs.inForce(app)?.schedules ?? []
        if schedules.contains(where: { $0.entity == type }) { try await withdraw(app) }
    }

    /// Deletes an entity and its members, and withdraws what is still to be sent about it.
    /// - Parameters:
    ///   - ref: the entity.
    ///   - app: its app.
    ///   - now: the instant it is.
    /// - Returns: whether there was one.
    /// - Throws: ``StoreError``.
    public func delete(_ ref: EntityRef, app: AppID, now: Timestamp) async throws -> Bool {
        let facts = try await change(ref, app: app) { facts, _ in facts.deleting(now: now) }
        try await withdraw(app)
        return facts.entity != nil
    }

    /// Plans an entity as it is stored by the schedules in force.
    func plan(_ ref: EntityRef, app: AppID, now: Timestamp) async throws {
        _ = try await change(ref, app: app) { $0.planning(by: $1, now: now) }
    }

    /// Plans entities as they were read; one that has changed since is read and planned again.
    func plan(_ page: [ScheduleFacts], app: AppID, now: Timestamp) async throws {
        guard let catalog = catalogs.inForce(app) else { return }
        let rules = catalog.schedules
        let plans = page.map { ($0.ref, $0.planning(by: rules, now: now)) }.filter { !$0.1.isEmpty }
        guard !plans.isEmpty else { return }
        let results = try await store.apply(plans.map { ChangeGroup(app: app, catalog.guarding($0.1)) })
        for (plan, result) in zip(plans, results) where !result.isApplied {
            try await self.plan(plan.0, app: app, now: now)
        }
    }

    /// Plans from facts until they are still true when the changes are made; the facts that were.
    private func change(
        _ ref: EntityRef,
        app: AppID,
        _ plan: (ScheduleFacts, [ScheduleRule]) -> [Change]
    ) async throws -> ScheduleFacts {
        try await store.applyPlanned(to: app) { _ in
            let facts = try await store.scheduleFacts(of: ref, app: app)
            let catalog = catalogs.inForce(app)
            let changes = plan(facts, catalog?.schedules ?? [])
            return (catalog?.guarding(changes) ?? changes, facts)
        }
    }

    private func withdraw(_ app: AppID) async throws { try await WithdrawFirings(store: store).finish(app: app) }
}
