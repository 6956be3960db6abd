import PealCore
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
