import PealCore
import PealStore

/// Reads the event log and queues what it means for backends, once for each webhook that receives it (ADR 0044).
///
/// The cursor moves in the transaction that queues the messages, so that an event that is read again after a crash makes no
/// second message.
struct QueueWebhooks: Sendable {
    var store: any EventStore & ChangeStore & WebhookStore
    let outgoing: ReadOutgoing
    let ids: IDGenerator

    /// Reads one page of events; whether there were any.
    /// - Parameters:
    ///   - statuses: the webhooks of all apps.
    ///   - now: the instant it is.
    /// - Returns: whether there were events.
    /// - Throws: ``StoreError``; called again, it reads the same page.
    func step(_ statuses: [WebhookStatus], now: Timestamp) async throws -> Bool {
        let kinds = Self.kinds(for: statuses)
        let walk = EventWalk(store: store, reader: .webhooks, kinds: kinds)
        guard !kinds.isEmpty else {
            try await walk.pass(to: store.endOfEvents())
            return false
        }
        return try await walk.step { events in try await groups(for: events, statuses, now: now) }
    }

    /// The kinds of events that any webhook receives.
    ///
    /// Events of others are passed over without a write, since those of deliveries are the most frequent of all.
    static func kinds(for statuses: [WebhookStatus]) -> Set<EventKind> {
        Set(
            WebhookType.allCases.filter { type in
                statuses.contains { $0.webhook.receives(type, at: $0.webhook.activeSince) }
            }.flatMap(\.sources)
        )
    }

    private func groups(for events: [Event], _ statuses: [WebhookStatus], now: Timestamp) async throws
        -> [ChangeGroup]
    {
        var groups: [ChangeGroup] = []
        for (app, events) in Dictionary(grouping: events, by: \.app).sorted(by: { $0.key < $1.key }) {
            let webhooks = statuses.filter { $0.app == app && $0.webhook.disabled == nil }.map(\.webhook)
            guard !webhooks.isEmpty else { continue }
            let found = try await outgoing.events(for: events, app: app, now: now)
            let changes = Self.changes(found, for: webhooks, ids: ids, now: now)
            if !changes.isEmpty { groups.append(ChangeGroup(app: app, changes)) }
        }
        return groups
    }

    /// The messages of some events of an app, for each webhook that receives them.
    /// - Parameters:
    ///   - events: the events.
    ///   - webhooks: the app's webhooks.
    ///   - ids: makes the identifiers: those of one event are the same for all webhooks.
    ///   - now: the instant it is.
    /// - Returns: one change for each webhook that receives any.
    static func changes(_ events: [OutgoingEvent], for webhooks: [Webhook], ids: IDGenerator, now: Timestamp)
        -> [Change]
    {
        let events = events.map { (id: ids.make() as WebhookMessageID, $0) }
        return webhooks.compactMap { webhook in
            let messages = events.filter { webhook.receives($1.type, at: $1.at) }
                .map { $1.message($0, for: webhook.id, queuedAt: now) }
            guard !messages.isEmpty else { return nil }
            return .webhook(.queue(messages, of: webhook.id, backlog: WebhookMessage.backlog, at: now))
        }
    }
}
