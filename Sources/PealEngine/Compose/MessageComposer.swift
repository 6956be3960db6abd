import PealCore
import PealCrypto
import PealProviderKit
import PealStore

/// Makes the message for one device from a claimed delivery.
struct MessageComposer: Sendable {
    let catalogs: CatalogRegistry
    let keyring: Keyring
    var tokens = ActionTokens()

    /// The message; texts that deliveries share are opened once.
    func message(for delivery: ClaimedDelivery, _ texts: inout OpenedTexts, now: Timestamp) throws -> PushMessage {
        let rules = try texts.rules(of: delivery, in: catalogs)
        let token = try keyring.open(
            delivery.device.sealedToken,
            app: delivery.app,
            context: delivery.id.device.description
        )
        let content = try texts.content(of: delivery, PayloadEncryption(keyring: keyring))
        return rules.message(for: delivery, token: token, content, texts, tokens, now: now)
    }

    /// The buttons that a device gets; none where the app has none, or the push shows nothing.
    static func actions(
        _ type: NotificationType,
        _ catalog: Catalog,
        _ content: NotificationContent,
        on platform: Platform,
        link: String
    ) -> [PushPayload.Action] {
        guard catalog.features.actions, !type.silent, content.hasButtons else { return [] }
        let contents = ActionContent.decode(content)
        let actions = type.actions.map { action in
            PushPayload.Action(
                id: action.id,
                title: action.title.text(for: content.locale) ?? action.id,
                kind: action.kind.rawValue,
                link: action.link(contents[action.id], of: link),
                payload: contents[action.id]?.payload ?? [:],
                group: action.group?.text(for: content.locale)
            )
        }
        return ActionPlan(platform: platform).plan(actions)
    }
}
