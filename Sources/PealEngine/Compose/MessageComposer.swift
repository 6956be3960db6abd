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
        let (app, notification, device) = (delivery.app, delivery.notification, delivery.device)
        let rules = try texts.rules(of: delivery, in: catalogs)
        let token = try keyring.open(device.sealedToken, app: app, context: delivery.id.device.description)
        // Without an inbox nothing is counted: a 0 would wipe out a number that the app set itself (P5).
        let badge =
            rules.catalog.features.inbox
            ? rules.catalog.badge == .unseen ? delivery.badge.unseen : delivery.badge.unread : nil
        let content = try texts.content(of: delivery, PayloadEncryption(keyring: keyring))
        // What it stands for lies in many places: the app's list of them is the one that shows all.
        let link = delivery.isSummary ? rules.catalog.links.fallback : content.link
        let look = appearance(rules.type, rules.catalog, delivery)
        var payload = PushPayload(
            op: rules.type.silent ? "sync" : "show",
            id: delivery.id.notification.description,
            type: notification.type.rawValue,
            category: rules.catalog.category(notification.category)?.name ?? notification.category.rawValue,
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
        payload.tag = rules.type.silent ? nil : tagged.tag
        payload.image = look.image
        payload.actions = signed(
            Self.actions(rules.type, rules.catalog, content, on: device.platform, link: link),
            of: delivery,
            until: texts.actionEnd(of: delivery, in: rules.catalog)
        )
        payload.data = SilentData.decode(content.text.data)
        var message = PushMessage(
            token: String(decoding: token, as: UTF8.self),
            platform: device.platform,
            title: PlatformFit(
                copy: rules.type.title,
                locale: content.locale,
                usual: rules.catalog.budgets.title,
                platform: rules.catalog.budgets.platforms[device.platform]?.title
            ).text(full: content.text.title, fitted: content.text.pushTitle),
            body: PlatformFit(
                copy: rules.type.body,
                locale: content.locale,
                usual: rules.catalog.budgets.body,
                platform: rules.catalog.budgets.platforms[device.platform]?.body
            ).text(full: content.text.body, fitted: content.text.pushBody),
            identityTag: tagged.identity.rawValue.hex,
            // What shows nothing wakes nobody (R134).
            priority: rules.type.silent ? .low : notification.priority,
            timeToLive: max(delivery.expiresAt - now, .zero),
            payload: payload
        )
        message.environment = device.environment
        message.collapseKey = content.collapse
        // What takes the place of a push that is shown alerts nobody again.
        let isUpdate = delivery.replaces != nil
        message.sound = isUpdate ? nil : rules.catalog.sound(rules.type.sound, on: device.platform)
        message.vibration = isUpdate ? nil : rules.type.vibration
        message.androidChannel = rules.type.androidChannel
        // The app draws the buttons of a category by itself, as it has registered them.
        message.iosCategory =
            rules.type.actions.isEmpty || rules.catalog.features.actions && content.hasButtons
            ? rules.type.iosCategory : nil
        message.bypassesDoNotDisturb = rules.catalog.bypassesDoNotDisturb(rules.type, priority: notification.priority)
        message.group = payload.group
        message.badge = badge
        message.urgency = rules.type.urgency ?? rules.catalog.urgency
        message.webLink = rules.catalog.links.webAddress(of: link)
        message.isSmaller = delivery.isSmaller
        message.isDrawnByClient = device.drawsPushes
        message.appearance = look
        return message
    }

    private func appearance(_ type: NotificationType, _ catalog: Catalog, _ delivery: ClaimedDelivery) -> PushAppearance
    {
        guard !type.silent else { return PushAppearance() }
        let picture = { (path: String) in catalog.links.webAddress(of: path) ?? path }
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
    private func signed(_ actions: [PushPayload.Action], of delivery: ClaimedDelivery, until end: Timestamp)
        -> [PushPayload.Action]
    {
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
