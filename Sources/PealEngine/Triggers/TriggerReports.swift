public import PealCore
import PealStore

/// Reports on triggers that were accepted.
public struct TriggerReports: Sendable {
    private let store: any TriggerStore

    init(store: any TriggerStore) { self.store = store }

    /// One trigger with its counts; `nil` when the app has none by that identifier.
    public func find(_ id: TriggerID, app: AppID) async throws -> TriggerReport? {
        try await store.trigger(id, app: app)
    }

    /// Triggers, newest first.
    public func list(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport> {
        try await store.triggers(app: app, filter: filter, page: page)
    }
}
