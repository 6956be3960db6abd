import PealCore
import PealCrypto
import PealProviderKit
import PealStore

/// The catalog and the type that pushes are composed by.
///
/// A class, because both are large values to copy for each push.
final class MessageRules: Sendable {
    let catalog: Catalog
    let type: NotificationType
    private let app: AppID
    private let version: Int

    /// Finds those that a push was accepted under.
    /// - Throws: ``MissingCatalog``.
    init(of delivery: ClaimedDelivery, in catalogs: CatalogRegistry) throws {
        app = delivery.app
        version = delivery.notification.contentVersion
        guard let catalog = catalogs.version(version, of: app) ?? catalogs.inForce(app),
            let type = catalog.type(delivery.notification.type)
        else { throw MissingCatalog(app: app) }
        self.catalog = catalog
        self.type = type
    }

    /// Whether a push is composed by these as well.
    func rules(_ delivery: ClaimedDelivery) -> Bool {
        delivery.notification.contentVersion == version && delivery.notification.type == type.id && delivery.app == app
    }
}

extension MessageRules {
    /// The message for one device.
    ///
    /// A method of the rules and not of the composer: from elsewhere the compiler copies the whole catalog for each push.
    /// - Parameters:
    ///   - delivery: what is sent.
    ///   - token: the device's, opened.
    ///   - content: the text as it is shown, opened.
    ///   - texts: knows the events that pushes ask about.
    ///   - tokens: makes the tokens of buttons.
    ///   - now: when it is sent.
    /// - Returns: the message.
    func message(
        for delivery: ClaimedDelivery,
        token: [UInt8],
        _ content: NotificationContent,
        _ texts: OpenedTexts,
        _ tokens: ActionTokens,
        now: Timestamp
    ) -> PushMessage {
        let (notification, device) = (delivery.notification, delivery.device)
        // Without an inbox nothing is counted: a 0 would wipe out a number that the app set itself (P5).
        let badge =
            catalog.features.inbox
            ? catalog.badge == .unseen ? delivery.badge.unseen : delivery.badge.unread : nil
        // What it stands for lies in many places: the app's list of them is the one that shows all.
        let link = delivery.isSummary ? catalog.links.fallback : content.link
        let look = appearance(of: delivery)
        var payload = PushPayload(
            op: type.silent ? "sync" : "show",
            id: delivery.id.notification.description,
            type: notification.type.rawValue,
            category: catalog.category(notification.category)?.name ?? notification.category.rawValue,
            link: link,
            sentAt: notification.createdAt.rfc3339
        )
        payload.priority = notification.priority.rawValue
        payload.entity = notification.entity?.description
        payload.parent = notification.parent?.description
        payload.root = notification.root?.description
        payload.thread = content.thread
        payload.group = content.group ?? content.thread
        payload.badge = badge
        payload.badgeVersion = badge == nil ? nil : delivery.badge.version
        let tagged = TaggedPush(
            id: delivery.id.notification,
            identity: delivery.replaces ?? delivery.id.notification,
            collapse: content.collapse
        )
        payload.tag = type.silent ? nil : tagged.tag
        payload.image = look.image
        payload.actions = signed(
            MessageComposer.actions(type, catalog, content, on: device.platform, link: link),
            of: delivery,
            until: texts.actionEnd(of: delivery, in: catalog),
            tokens
        )
        payload.data = SilentData.decode(content.text.data)
        var message = PushMessage(
            token: String(decoding: token, as: UTF8.self),
            platform: device.platform,
            title: PlatformFit(
                copy: type.title,
                locale: content.locale,
                usual: catalog.budgets.title,
                platform: catalog.budgets.platforms[device.platform]?.title
            ).text(full: content.text.title, fitted: content.text.pushTitle),
            body: PlatformFit(
                copy: type.body,
                locale: content.locale,
                usual: catalog.budgets.body,
                platform: catalog.budgets.platforms[device.platform]?.body
            ).text(full: content.text.body, fitted: content.text.pushBody),
            identityTag: tagged.identity.rawValue.hex,
            // What shows nothing wakes nobody (R134).
            priority: type.silent ? .low : notification.priority,
            timeToLive: max(delivery.expiresAt - now, .zero),
            payload: payload
        )
        message.environment = device.environment
        message.collapseKey = content.collapse
        // What takes the place of a push that is shown alerts nobody again.
        let isUpdate = delivery.replaces != nil
        message.sound = isUpdate ? nil : catalog.sound(type.sound, on: device.platform)
        message.vibration = isUpdate ? nil : type.vibration
        message.androidChannel = type.androidChannel
        // The app draws the buttons of a category by itself, as it has registered them.
        message.iosCategory =
            type.actions.isEmpty || catalog.features.actions && content.hasButtons ? type.iosCategory : nil
        message.bypassesDoNotDisturb = catalog.bypassesDoNotDisturb(type, priority: notification.priority)
        message.group = payload.group
        message.badge = badge
        message.urgency = type.urgency ?? catalog.urgency
        message.webLink = catalog.links.webAddress(of: link)
        message.isSmaller = delivery.isSmaller
        message.isDrawnByClient = device.drawsPushes
        message.appearance = look
        return message
    }

    private func appearance(of delivery: ClaimedDelivery) -> PushAppearance {
        guard !type.silent else { return PushAppearance() }
        func picture(_ path: String) -> String { catalog.links.webAddress(of: path) ?? path }
        return PushAppearance(
            image: catalog.features.richMedia ? type.image.map { image(from: $0, delivery) } : nil,
            color: catalog.appearance.color,
            icon: catalog.appearance.icon.map(picture),
            badgeIcon: catalog.appearance.badge.map(picture),
            visibility: type.visibility,
            locale: delivery.notification.content.locale,
            sentAt: delivery.notification.createdAt
        )
    }

    /// The buttons with the tokens that let them be used with no session (R193).
    private func signed(
        _ actions: [PushPayload.Action],
        of delivery: ClaimedDelivery,
        until end: Timestamp,
        _ tokens: ActionTokens
    ) -> [PushPayload.Action] {
        let (id, user, app) = (delivery.id.notification, delivery.userID, delivery.app)
        return actions.map { action in
            var action = action
            action.token = tokens.token(for: action.id, of: id, user: user, app: app, until: end)
            return action
        }
    }

    /// An id is escaped like a value in a link, so that it stays one segment of the address.
    private func image(from template: Template, _ delivery: ClaimedDelivery) -> String {
        template.render { name, _ in
            let id = name == "parentId" ? delivery.notification.parent?.id : delivery.notification.entity?.id
            return LinkPolicy.percentEncoded(id ?? "")
        }
    }
}
