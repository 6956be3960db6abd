public import PealCore

/// Keeps published catalogs: content is rendered under the version that accepted a trigger.
public protocol CatalogStore: Sendable {
    /// Publishes a file unless the last one published from a file has the same hash; returns the version in force.
    func publish(app: AppID, fileHash: [UInt8], yaml: String, now: Timestamp) async throws -> PublishedCatalog

    /// Every published version of an app that triggers may still refer to, oldest first.
    func catalogs(app: AppID) async throws -> [PublishedCatalog]
}

/// A published catalog.
public struct PublishedCatalog: Sendable, Equatable {
    /// Counts publications, from 1.
    public var version: Int
    /// The file's text.
    public var yaml: String
    /// When it was published.
    public var publishedAt: Timestamp

    /// Joins the parts.
    public init(version: Int, yaml: String, publishedAt: Timestamp) {
        self.version = version
        self.yaml = yaml
        self.publishedAt = publishedAt
    }
}
