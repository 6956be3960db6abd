import PealCore
import PealProviderKit
import PealStore

/// Makes what one address gets from a claimed delivery of a channel.
struct ChannelComposer: Sendable {
    let catalogs: CatalogRegistry
    let encryption: PayloadEncryption

    /// The notice; its texts are cut to the channel's limits where their variables are.
    /// - Throws: ``MissingCatalog``; ``CryptoError`` when no key at hand opens its texts or its address.
    func notice(for claimed: ClaimedChannelDelivery, of traits: ChannelTraits, now: Timestamp) throws -> Notice {
        let (app, delivery) = (claimed.app, claimed.delivery)
        guard let catalog = catalogs.version(claimed.notification.contentVersion, of: app) ?? catalogs.inForce(app),
            let type = catalog.type(claimed.notification.type)
        else { throw MissingCatalog(app: app) }
        let text = try encryption.text(of: claimed.notification.content, delivery.id.notification, app: app)
        let content = NotificationContent(claimed.notification.content, text)
        func fitted(_ full: String, _ copy: LocalizedTemplate, limit: Int?) -> String {
            PlatformFit(copy: copy, locale: content.locale, usual: nil, platform: limit).text(full: full, fitted: nil)
        }
        return Notice(
            address: try address(of: claimed),
            title: fitted(content.text.title, type.title, limit: traits.titleLimit),
            body: fitted(content.text.body, type.body, limit: traits.bodyLimit),
            link: catalog.links.webAddress(of: content.link) ?? content.link,
            locale: content.locale,
            type: claimed.notification.type,
            tag: delivery.id.notification.rawValue.hex,
            priority: delivery.priority,
            timeToLive: max(delivery.expiresAt - now, .zero)
        )
    }

    private func address(of claimed: ClaimedChannelDelivery) throws -> String {
        guard let address = claimed.address else { return "" }
        let column = SealedColumn.channelAddress(address.user, address.channel)
        return String(decoding: try encryption.open(address.sealed, column, app: claimed.app), as: UTF8.self)
    }
}
