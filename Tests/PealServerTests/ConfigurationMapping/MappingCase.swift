import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealProviderKit
import PealStore
import Testing

@testable import PealEngine
@testable import PealServer

/// One declared urgency of one type of a shipped catalog, to one platform.
struct MappingCase: Sendable, CustomTestStringConvertible {
    let catalog: Catalog
    let type: NotificationType
    let priority: Priority
    let platform: Platform

    static let now = Timestamp(seconds: 1_790_000_000)

    var testDescription: String { "\(catalog.app) \(type.id) \(priority) \(platform)" }

    /// Every type of every shipped catalog, at every urgency it can have, to every platform.
    static let all: [MappingCase] = shipped.flatMap { catalog in
        catalog.types.flatMap { type in
            let declared = Set([type.priority.fallback] + type.priority.rules.map(\.priority))
            let priorities = type.priority.variable ? Set(Priority.allCases) : declared
            return priorities.sorted().flatMap { priority in
                Platform.allCases.map { MappingCase(catalog: catalog, type: type, priority: priority, platform: $0) }
            }
        }
    }

    static let shipped: [Catalog] = {
        let sources = (try? CatalogLoader(logger: Logger(label: "test")).sources(directory: nil)) ?? []
        return sources.compactMap { source in
            var catalog = CatalogReader.read(yaml: source.yaml, file: source.file).catalog
            catalog?.version = 1
            return catalog
        }
    }()

    /// What the pipeline makes of it.
    func message(
        locale: String = "en",
        text: NotificationText = NotificationText(title: "Title", body: "Body"),
        tokens: ActionTokens = ActionTokens()
    ) throws -> PushMessage {
        let registry = CatalogRegistry()
        registry.put([catalog])
        let keyring = Keyring()
        keyring.install(.generate(), app: catalog.app, version: 1)
        let id = DeliveryID(
            notification: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
            device: DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))
        )
        let delivery = ClaimedDelivery(
            id: id,
            queue: QueueKey(app: catalog.app, provider: .fcm),
            userID: "ann",
            device: ClaimedDelivery.Device(
                sealedToken: try keyring.seal(Array("token".utf8), app: catalog.app, context: id.device.description),
                platform: platform,
                lastSeenAt: Self.now
            ),
            notification: ClaimedDelivery.Notification(
                type: type.id,
                category: type.category,
                content: StoredContent(
                    text: try sealed(text, keyring, id.notification),
                    link: "/notifications",
                    thread: type.thread == nil ? nil : "thread-1",
                    collapse: type.collapse == nil ? nil : "collapse-1",
                    locale: locale
                ),
                contentVersion: 1,
                priority: priority,
                createdAt: Self.now
            ),
            policyVersion: 1,
            badge: InboxCounts(unread: 6, unseen: 4, version: 9),
            spent: ClaimedDelivery.Spent(retries: 0, resends: 0),
            expiresAt: Self.now + type.ttl
        )
        var texts = OpenedTexts()
        return try MessageComposer(catalogs: registry, keyring: keyring, tokens: tokens)
            .message(for: delivery, &texts, now: Self.now)
    }

    /// The longest message of the type: texts as long as the catalog lets them be, and a token for each button.
    func longest(locale: String) throws -> PushMessage {
        let links = String(repeating: "0", count: 36)
        let carried = type.actions.map { action in
            ActionContent(
                id: action.id,
                link: action.link == nil ? nil : "/events/\(links)/cancel",
                payload: action.payload.compactMapValues { if case .constant(let value) = $0 { value } else { nil } }
            )
        }
        let text = NotificationText(
            title: Self.text(of: catalog.budgets.title ?? 65),
            body: Self.text(of: catalog.budgets.body ?? 180),
            actions: ActionContent.encode(carried)
        )
        let secret = ActionSecret(Array(repeating: 7, count: 32), app: catalog.app)
        return try message(locale: locale, text: text, tokens: ActionTokens([catalog.app: [secret]]))
    }

    /// A text of letters of two bytes, which ends in another one.
    private static func text(of count: Int) -> String { String(repeating: "ä", count: count - 1) + "Ω" }

    private func sealed(_ text: NotificationText, _ keyring: Keyring, _ id: NotificationID) throws -> SealedText {
        SealedText(bytes: try keyring.seal(text.bytes, app: catalog.app, context: SealedColumn.text(id).context))
    }

    /// What the app icon shows; nothing is counted without an inbox.
    var badge: Int? { catalog.features.inbox ? catalog.badge == .unseen ? 4 : 6 : nil }

    /// The same in JSON.
    var badgeNumber: JSONValue? { badge.map { JSONValue.integer(Int64($0)) } }

    /// The sound on the platform: `default`, or what the catalog maps its name to.
    var sound: String? {
        guard let name = type.sound, name != "default" else { return type.sound }
        switch platform {
        case .ios: return "\(name).caf"
        case .android: return name
        case .web: return "default"
        }
    }

    /// What a device replaces it by.
    func replacement(_ message: PushMessage) -> String { type.collapse == nil ? message.identityTag : "collapse-1" }
}
