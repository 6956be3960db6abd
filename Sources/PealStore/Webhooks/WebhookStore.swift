public import PealCore

/// Webhooks and the messages that wait for them, or ended lately.
///
/// They are written by ``Change/webhook(_:)``.
public protocol WebhookStore: Sendable {
    /// The webhooks of an app, or of all, by app and identifier.
    func webhooks(of app: AppID?) async throws -> [WebhookStatus]

    /// Messages of a webhook that are due, the longest due first.
    func dueMessages(of webhook: WebhookID, app: AppID, now: Timestamp, limit: Int) async throws -> [WebhookMessage]

    /// How many messages wait for a webhook, counted up to a limit.
    func waitingMessages(of webhook: WebhookID, app: AppID, limit: Int) async throws -> Int

    /// The messages of a webhook, in a state where one is named, the latest first.
    func messages(of webhook: WebhookID, app: AppID, in state: WebhookMessage.State?, page: PageRequest) async throws
        -> Page<WebhookMessage>

    /// What outgoing events say of deliveries; those that are deleted are left out.
    func endedDeliveries(_ ids: Set<DeliveryID>, app: AppID) async throws -> [DeliveryID: EndedDelivery]

    /// Deletes messages of a webhook that ended: those made before an instant, and those beyond so many of the latest; at most
    /// `limit`, returns how many.
    func sweepMessages(of webhook: WebhookID, app: AppID, before instant: Timestamp, keeping: Int, limit: Int)
        async throws
        -> Int
}
