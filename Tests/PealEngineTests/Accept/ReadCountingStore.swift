import PealCore
import PealSQL
import PealSQLite
import PealStore
import Synchronization

/// Counts how often facts and the directory are read, and groups are applied.
final class ReadCountingStore: TriggerStore, ChangeStore {
    private let store: SQLiteStore
    private let counts = Mutex((reads: 0, looks: 0, writes: 0))

    init(_ store: SQLiteStore) { self.store = store }

    var reads: Int { counts.withLock { $0.reads } }
    var looks: Int { counts.withLock { $0.looks } }
    var writes: Int { counts.withLock { $0.writes } }

    func acceptFacts(_ needs: AcceptNeeds, app: AppID) async throws -> AcceptFacts {
        counts.withLock { $0.reads += 1 }
        return try await store.acceptFacts(needs, app: app)
    }

    func directoryFacts(_ needs: DirectoryNeeds, app: AppID) async throws -> DirectoryFacts {
        counts.withLock { $0.looks += 1 }
        return try await store.directoryFacts(needs, app: app)
    }

    func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        counts.withLock { $0.writes += 1 }
        return try await store.apply(groups)
    }

    func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
        counts.withLock { $0.writes += 1 }
        return try await store.applyTogether(groups)
    }

    func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts? {
        try await store.moveFacts(of: trigger, app: app, now: now)
    }

    func backlogs() async throws -> [AppID: Int] { try await store.backlogs() }

    func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport? {
        try await store.trigger(id, app: app)
    }

    func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport> {
        try await store.triggers(app: app, filter: filter, page: page)
    }
}
