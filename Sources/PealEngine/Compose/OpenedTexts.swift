import PealCore
import PealStore

/// What the pushes of a batch share: their texts, opened once, and the events that they ask about.
struct OpenedTexts {
    private var shared: [ContentID: NotificationText] = [:]
    private let events: [EntityRef: Entity]
    private var rules: MessageRules?

    /// Starts a batch.
    /// - Parameter events: the events that its pushes ask about.
    init(events: [EntityRef: Entity] = [:]) { self.events = events }

    /// What a push is composed by; most pushes of a batch are of one type.
    /// - Throws: ``MissingCatalog``.
    mutating func rules(of delivery: ClaimedDelivery, in catalogs: CatalogRegistry) throws -> MessageRules {
        if let rules, rules.rules(delivery) { return rules }
        let found = try MessageRules(of: delivery, in: catalogs)
        rules = found
        return found
    }

    /// Until when the actions of a push can be taken with no session.
    func actionEnd(of delivery: ClaimedDelivery, in catalog: Catalog) -> Timestamp {
        let isRequest = catalog.eta?.requests.contains(delivery.notification.type) ?? false
        return ActionLife.end(
            createdAt: delivery.notification.createdAt,
            retention: catalog.retention.inbox,
            rules: isRequest ? catalog.eta : nil,
            event: delivery.notification.entity.flatMap { events[$0] }
        )
    }

    /// The content of a push as its device shows it; throws ``CryptoError`` when no key at hand opens it.
    mutating func content(of delivery: ClaimedDelivery, _ encryption: PayloadEncryption) throws -> NotificationContent {
        let (stored, id, app) = (delivery.notification.content, delivery.id.notification, delivery.app)
        var text: NotificationText
        if let row = stored.text.shared, let known = shared[row] {
            text = known
        } else {
            text = try encryption.text(of: stored, id, app: app)
            if let row = stored.text.shared { shared[row] = text }
        }
        if let digest = try encryption.digestText(of: stored, id, app: app) {
            (text.pushTitle, text.pushBody) = (digest.title, digest.body)
        }
        return NotificationContent(stored, text)
    }
}
