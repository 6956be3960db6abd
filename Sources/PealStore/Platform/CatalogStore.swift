public import PealCore

/// Keeps catalogs: published ones, since content is rendered under the version that accepted a trigger, and drafts.
///
/// The published version with the highest number is in force.
public protocol CatalogStore: Sendable {
    /// Publishes a file unless the last one published from a file has the same hash; returns the version in force.
    func publish(app: AppID, fileHash: [UInt8], yaml: String, now: Timestamp) async throws -> PublishedCatalog

    /// The published versions of an app that triggers may still refer to, oldest first; at most the newest 100.
    func catalogs(app: AppID) async throws -> [PublishedCatalog]

    /// Keeps a text as a new version, in force at once or as a draft; returns what became of it.
    ///
    /// A text that is in force already makes no new version. Of drafts the newest 20 are kept.
    func keep(_ text: CatalogText, app: AppID, now: Timestamp) async throws -> CatalogKeeping

    /// Puts a draft in force (R117); `nil` when the app has no version of that number.
    func publishDraft(_ version: Int, app: AppID, reviewedBy: String, now: Timestamp) async throws -> CatalogKeeping?

    /// What is known of a version, with its text; `nil` when the app has none of that number.
    func catalog(version: Int, app: AppID) async throws -> (record: CatalogRecord, yaml: String)?

    /// The versions of an app, newest first, drafts too.
    func catalogRecords(app: AppID, page: PageRequest) async throws -> Page<CatalogRecord>
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
