public import PealCore
import PealStore

/// Whether pushes reach a user, as their backend asks.
public struct ReachabilityAnswer: Sendable, Equatable {
    /// What is found now.
    public var found: Reachability
    /// Since when pushes reach the user, or do not; `nil` where nothing was ever found, as of a user who never had a device.
    public var since: Timestamp?
}

/// Looks whether pushes reach users, and notifies backends once when that changes (ADR 0066).
///
/// What was found is kept in the transaction that queues the messages for webhooks, with what was found before as guard: whatever
/// crashes, a change is sent once.
public struct UserReachability: Sendable {
    private let store: any ReachabilityPorts
    private let catalogs: CatalogLookup
    private let available: @Sendable (AppID) -> Set<ProviderID>
    private let ids: IDGenerator

    /// Users of an app who are looked at together, when their time has come.
    private static let pageSize = 100
    /// After what a user is looked at.
    static let kinds: Set<EventKind> = [.deviceChanged, .preferencesChanged]

    init(
        store: any ReachabilityPorts,
        catalogs: @escaping CatalogLookup,
        available: @escaping @Sendable (AppID) -> Set<ProviderID>,
        ids: IDGenerator
    ) {
        self.store = store
        self.catalogs = catalogs
        self.available = available
        self.ids = ids
    }

    /// Whether pushes reach a user now; `nil` for an unknown user.
    /// - Throws: ``StoreError``.
    public func callAsFunction(of user: UserID, app: AppID, now: Timestamp) async throws -> ReachabilityAnswer? {
        guard let catalog = catalogs(app, nil), try await store.user(user, app: app) != nil else { return nil }
        let facts = try await store.reachabilityFacts(of: user, app: app)
        let found = judge(facts, by: catalog, at: now)
        let isAsKept = facts.record?.isReachable == found.isReachable
        let since = isAsKept ? facts.record?.since : facts.devices.isEmpty && facts.record == nil ? nil : now
        return ReachabilityAnswer(found: found, since: since)
    }

    /// Reads one page of events and looks at their users; whether there were events.
    /// - Throws: ``StoreError``; called again, it reads the same page, and looks again at no harm.
    func readEvents(now: Timestamp) async throws -> Bool {
        let walk = EventWalk(store: store, reader: .reachability, kinds: Self.kinds)
        return try await walk.step { events in
            for (app, events) in Dictionary(grouping: events, by: \.app).sorted(by: { $0.key < $1.key }) {
                for user in Set(events.compactMap(\.user)).sorted() { try await look(at: user, app: app, now: now) }
            }
            return []
        }
    }

    /// Looks at users whose time has come; whether there were any.
    /// - Throws: ``StoreError``; called again, it continues.
    func lookAtDue(now: Timestamp) async throws -> Bool {
        let due = try await store.dueLooks(now: now, limit: Self.pageSize)
        for (app, users) in due.sorted(by: { $0.key < $1.key }) {
            for user in users { try await look(at: user, app: app, now: now) }
        }
        return !due.isEmpty
    }

    /// Whether there are users to be looked at.
    func hasWork(now: Timestamp) async throws -> Bool {
        let cursor = try await store.cursor(of: .reachability) ?? .beginning
        // What the log has deleted is nothing to look at: the loop passes it by when there is more.
        if case .events(let events, _) = try await store.events(of: Self.kinds, after: cursor, limit: 1),
            !events.isEmpty
        {
            return true
        }
        return try await !store.dueLooks(now: now, limit: 1).isEmpty
    }

    /// When the next user is to be looked at, later than an instant.
    func next(after now: Timestamp) async throws -> Timestamp? { try await store.nextLook(after: now) }

    /// Keeps whether pushes reach a user, and queues what backends learn of it.
    private func look(at user: UserID, app: AppID, now: Timestamp) async throws {
        do {
            try await store.applyPlanned(to: app) { _ in
                (try await changes(for: user, app: app, now: now), ())
            }
        } catch let error as StoreError where error.code == .erased {
            // Nothing is kept of a user who was erased meanwhile.
            return
        }
    }

    private func changes(for user: UserID, app: AppID, now: Timestamp) async throws -> [Change] {
        let facts = try await store.reachabilityFacts(of: user, app: app)
        // A user who never had a device has never been reached, which is no change.
        if facts.devices.isEmpty, facts.record == nil { return [] }
        guard let catalog = catalogs(app, nil) else {
            // An app that is not served any more: its users keep what was found.
            guard var record = facts.record, record.lookAt != nil else { return [] }
            record.lookAt = nil
            return [.reachability(ReachabilityChange(of: user, from: facts.record, to: record))]
        }
        let found = judge(facts, by: catalog, at: now)
        let record = ReachabilityRecord(after: facts.record, found, at: now)
        guard record != facts.record else { return [] }
        let kept = Change.reachability(ReachabilityChange(of: user, from: facts.record, to: record))
        guard let type = record.news(after: facts.record) else { return [kept] }
        let event = OutgoingEvent(type, of: user, found, record)
        let webhooks = try await store.webhooks(of: app).map(\.webhook)
        return [kept] + QueueWebhooks.changes([event], for: webhooks, ids: ids, now: now)
    }

    private func judge(_ facts: ReachabilityFacts, by catalog: Catalog, at now: Timestamp) -> Reachability {
        Reachability(
            of: facts,
            served: available(catalog.app).intersection(catalog.providers),
            pushIsOn: catalog.preferenceDefaults[.push],
            staleAfter: catalog.staleAfter,
            at: now
        )
    }
}

extension OutgoingEvent {
    /// Pushes reach a user, or reach them no longer.
    fileprivate init(_ type: WebhookType, of user: UserID, _ found: Reachability, _ record: ReachabilityRecord) {
        var data: [String: JSONValue] = [
            "user": .string(user.rawValue), "channel": .string(Channel.push.rawValue),
            "since": .string(record.since.rfc3339),
        ]
        if let reason = found.reason { data["reason"] = .string(reason.rawValue) }
        if let confirmedAt = found.confirmedAt { data["lastConfirmedAt"] = .string(confirmedAt.rfc3339) }
        self.init(type: type, at: record.since, user: user, data: data)
    }
}
