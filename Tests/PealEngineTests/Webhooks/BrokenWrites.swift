import PealCore
import PealEngine
import PealStore

/// A store whose writes all fail, as if the process had ended before them.
struct BrokenWrites: WebhookPorts, EventStore {
    let store: any WebhookPorts & EventStore

    func apply(_: [ChangeGroup]) async throws -> [GroupResult] { throw StoreError(.unavailable, "broken") }

    func applyTogether(_: [ChangeGroup]) async throws -> Bool { throw StoreError(.unavailable, "broken") }

    func webhooks(of app: AppID?) async throws -> [WebhookStatus] { try await store.webhooks(of: app) }

    func dueMessages(of webhook: WebhookID, app: AppID, now: Timestamp, limit: Int) async throws -> [WebhookMessage] {
        try await store.dueMessages(of: webhook, app: app, now: now, limit: limit)
    }

    func waitingMessages(of webhook: WebhookID, app: AppID, limit: Int) async throws -> Int {
        try await store.waitingMessages(of: webhook, app: app, limit: limit)
    }

    func messages(of webhook: WebhookID, app: AppID, in state: WebhookMessage.State?, page: PageRequest) async throws
        -> Page<WebhookMessage>
    { try await store.messages(of: webhook, app: app, in: state, page: page) }

    func endedDeliveries(_ ids: Set<DeliveryID>, app: AppID) async throws -> [DeliveryID: EndedDelivery] {
        try await store.endedDeliveries(ids, app: app)
    }

    func sweepMessages(of webhook: WebhookID, app: AppID, before instant: Timestamp, keeping: Int, limit: Int)
        async throws
        -> Int
    { 0 }

    func log(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) async throws -> LogPage {
        try await store.log(of: kinds, after: cursor, limit: limit)
    }

    func endOfEvents() async throws -> EventCursor { try await store.endOfEvents() }
    func cursor(of reader: EventReader) async throws -> EventCursor? { try await store.cursor(of: reader) }
    func sweepEvents(now: Timestamp, limit: Int) async throws -> Int { 0 }
}
