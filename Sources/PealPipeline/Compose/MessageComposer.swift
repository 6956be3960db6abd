import PealCore
import PealCrypto
import PealProviderKit
import PealStore

/// Makes the message for one device from a claimed delivery.
struct MessageComposer: Sendable {
    let catalogs: CatalogRegistry
    let keyring: Keyring

    func message(for delivery: ClaimedDelivery, now: Timestamp) throws -> PushMessage {
        let app = delivery.app
        guard let catalog = catalogs.version(delivery.contentVersion, of: app) ?? catalogs.inForce(app),
            let type = catalog.type(delivery.type)
        else { throw MissingCatalog(app: app) }
        let token = try keyring.open(delivery.sealedToken, app: app, context: delivery.id.device.description)
        let badge = catalog.badge == .unseen ? delivery.unseen : delivery.unread
        let content = delivery.content
        let payload = PushPayload(
            op: type.silent ? "sync" : "show",
            id: delivery.id.notification.description,
            type: delivery.type.rawValue,
            category: catalog.category(delivery.category)?.name ?? delivery.category.rawValue,
            entity: delivery.entity?.description,
            parent: delivery.parent?.description,
            thread: content.thread,
            // What it stands for lies in many places: the app's list of them is the one that shows all.
            link: delivery.isSummary ? catalog.links.fallback : content.link,
            badge: badge,
            badgeVersion: delivery.badgeVersion,
            actions: actions(type, catalog, delivery.platform, locale: content.locale),
            sentAt: delivery.createdAt.rfc3339
        )
        return PushMessage(
            token: String(decoding: token, as: UTF8.self),
            platform: delivery.platform,
            environment: delivery.environment,
            title: PlatformFit(
                copy: type.title,
                locale: content.locale,
                usual: catalog.budgets.title,
                platform: catalog.budgets.platforms[delivery.platform]?.title
            ).text(full: content.title, fitted: content.pushTitle),
            body: PlatformFit(
                copy: type.body,
                locale: content.locale,
                usual: catalog.budgets.body,
                platform: catalog.budgets.platforms[delivery.platform]?.body
            ).text(full: content.body, fitted: content.pushBody),
            identityTag: (delivery.replaces ?? delivery.id.notification).rawValue.hex,
            collapseKey: content.collapse,
            // What shows nothing wakes nobody (R134).
            priority: type.silent ? .low : delivery.priority,
            timeToLive: max(delivery.expiresAt - now, .zero),
            sound: type.sound,
            vibration: type.vibration,
            androidChannel: type.androidChannel,
            // The app draws the buttons of a category by itself.
            iosCategory: catalog.features.actions || type.actions.isEmpty ? type.iosCategory : nil,
            bypassesDoNotDisturb: type.bypass.contains(.deviceDnd),
            thread: content.thread,
            badge: badge,
            payload: payload
        )
    }

    private func actions(_ type: NotificationType, _ catalog: Catalog, _ platform: Platform, locale: String)
        -> [PushPayload.Action]
    {
        guard catalog.features.actions, !type.silent else { return [] }
        let actions = type.actions.map { action in
            PushPayload.Action(
                id: action.id,
                title: action.title.text(for: locale) ?? action.id,
                kind: action.kind.rawValue
            )
        }
        return ActionPlan(platform: platform).plan(actions)
    }
}
