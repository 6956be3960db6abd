public import PealCore
import Synchronization

/// The catalogs of all apps, every version that triggers may still refer to.
///
/// Read on every request, changed rarely.
public final class CatalogRegistry: Sendable {
    /// A class, so that reading one catalog copies no other one.
    private final class Entry: Sendable {
        let inForce: Catalog
        let versions: [Int: Catalog]
        let order: OrderRules
        let retries: [TypeID: RetryRules]
        let otherRetries: RetryRules

        init(inForce: Catalog, versions: [Int: Catalog]) {
            self.inForce = inForce
            self.versions = versions
            order = OrderRules(inForce)
            retries = RetryRules.byType(inForce)
            otherRetries = RetryRules.other(inForce)
        }
    }
    private let entries = Mutex<[AppID: Entry]>([:])

    /// How many versions of an app are kept at hand; content of older ones is rendered under the one in force.
    private static let maximumVersions = 100

    /// Starts empty.
    public init() {}

    /// Puts the versions of an app; the highest is in force.
    ///
    /// An empty list changes nothing.
    public func put(_ catalogs: [Catalog]) {
        guard let newest = catalogs.max(by: { $0.version < $1.version }) else { return }
        let versions = Dictionary(catalogs.map { ($0.version, $0) }, uniquingKeysWith: { _, last in last })
        entries.withLock { $0[newest.app] = Entry(inForce: newest, versions: versions) }
    }

    /// Adds a published version, which is in force from now on unless a higher one is.
    public func publish(_ catalog: Catalog) {
        entries.withLock { entries in
            let known = entries[catalog.app]
            var versions = known?.versions ?? [:]
            versions[catalog.version] = catalog
            if versions.count > Self.maximumVersions, let oldest = versions.keys.min() { versions[oldest] = nil }
            let newest = known.flatMap { $0.inForce.version > catalog.version ? $0.inForce : nil } ?? catalog
            entries[catalog.app] = Entry(inForce: newest, versions: versions)
        }
    }

    /// The catalog in force.
    public func inForce(_ app: AppID) -> Catalog? { entries.withLock { $0[app] }?.inForce }

    /// What the catalog in force says about the order of pushes.
    func order(_ app: AppID) -> OrderRules? { entries.withLock { $0[app] }?.order }

    /// What the catalog in force says about retries of a type: without a copy of the catalog for each delivery.
    func retries(_ type: TypeID, of app: AppID) -> RetryRules {
        guard let entry = entries.withLock({ $0[app] }) else { return .none }
        return entry.retries[type] ?? entry.otherRetries
    }

    /// A version of an app's catalog.
    public func version(_ version: Int, of app: AppID) -> Catalog? {
        entries.withLock { $0[app] }?.versions[version]
    }

    /// Finds catalogs of this registry.
    var lookup: CatalogLookup {
        { app, version in version.map { self.version($0, of: app) } ?? self.inForce(app) }
    }

    /// Every app, by name.
    public var apps: [AppID] { entries.withLock { $0.keys.sorted() } }
}
