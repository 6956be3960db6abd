import PealCore
import PealStore

/// Reads the event log and keeps what it means for analytics (ADR 0045).
///
/// The counts are added in the transaction that moves the cursor, so that each event counts once, whatever crashes and however
/// many read at the same time.
struct ReadAnalytics: Sendable {
    private let store: any EventStore & AnalyticsStore & ChangeStore & WebhookStore
    private let catalogs: CatalogLookup
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let recent = RecentNotifications()

    /// Events that are read together: callers wait while their counts are written.
    private static let pageSize = 500

    init(
        store: any EventStore & AnalyticsStore & ChangeStore & WebhookStore,
        catalogs: @escaping CatalogLookup,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.ids = ids
        self.now = now
    }

    /// Reads all that is in the log now.
    /// - Throws: ``StoreError``; called again, it continues.
    func catchUp() async throws {
        let end = try await store.endOfEvents()
        while try await step() {
            if let cursor = try await store.cursor(of: .analytics), cursor >= end { return }
        }
    }

    /// Reads one page; whether there were events.
    private func step() async throws -> Bool {
        let walk = EventWalk(
            store: store,
            reader: .analytics,
            kinds: AnalyticsReading.kinds,
            pageSize: Self.pageSize
        )
        return try await walk.step { events in
            let now = now()
            var groups: [ChangeGroup] = []
            for (app, events) in Dictionary(grouping: events, by: \.app).sorted(by: { $0.key < $1.key }) {
                let catalog = catalogs(app, nil)
                let facts = try await facts(of: events, app, rules: catalog?.eta)
                let reading = AnalyticsReading(events, facts: facts, catalog: catalog)
                guard !reading.isEmpty else { continue }
                let messages = reading.events.isEmpty ? [] : try await messages(of: reading, app, now: now)
                groups.append(
                    ChangeGroup(app: app, [.keepAnalytics(AnalyticsBatch(reading, at: now))] + messages)
                )
            }
            return groups
        }
    }

    /// The events for webhooks that name them.
    private func messages(of reading: AnalyticsReading, _ app: AppID, now: Timestamp) async throws -> [Change] {
        let webhooks = try await store.webhooks(of: app).map(\.webhook)
        guard webhooks.contains(where: { $0.disabled == nil && !$0.types.isEmpty }) else { return [] }
        let catalog = catalogs(app, nil)
        let events = reading.events.compactMap { event in
            OutgoingEvent(event, of: event.notification.flatMap { reading.recipients[$0] }) {
                catalog?.category($0)?.name ?? $0.rawValue
            }
        }
        return QueueWebhooks.changes(events, for: webhooks, ids: ids, now: now)
    }

    /// What events name: a notification that was read when it was sent is known when it is delivered.
    /// - Parameters:
    ///   - events: the events.
    ///   - app: their app.
    ///   - rules: what counts as a check-in; `nil` where nothing is counted.
    /// - Returns: the facts.
    /// - Throws: ``StoreError``.
    func facts(of events: [Event], _ app: AppID, rules: EtaRules? = nil) async throws -> AnalyticsFacts {
        var question = AnalyticsQuestion(about: events, rules: rules)
        let known = recent.take(question.notifications)
        question.notifications.subtract(known.keys)
        guard question != AnalyticsQuestion() else { return AnalyticsFacts(notifications: known) }
        var facts = try await store.analyticsFacts(question, app: app)
        recent.keep(facts.notifications)
        facts.notifications.merge(known) { $1 }
        return facts
    }
}
