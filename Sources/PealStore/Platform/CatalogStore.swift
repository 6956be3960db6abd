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

/// A catalog's text on its way in.
public struct CatalogText: Sendable, Equatable {
    /// The text.
    public var yaml: String
    /// Who wrote it: the name of a secret key.
    public var author: String
    /// Who looked at it before, when somebody did.
    public var reviewedBy: String?
    /// The version whose text it brings back.
    public var restores: Int?
    /// Whether it waits to be published.
    public var isDraft: Bool
    /// The version that must be in force; `nil` when any may.
    public var expected: Int?

    /// Joins the parts.
    public init(
        yaml: String,
        author: String,
        reviewedBy: String? = nil,
        restores: Int? = nil,
        isDraft: Bool = false,
        expected: Int? = nil
    ) {
        self.yaml = yaml
        self.author = author
        self.reviewedBy = reviewedBy
        self.restores = restores
        self.isDraft = isDraft
        self.expected = expected
    }
}

/// What became of a catalog's text.
public enum CatalogKeeping: Sendable, Equatable {
    /// It is a new version, or a draft that is in force now.
    case kept(CatalogRecord)
    /// It was in force already.
    case unchanged(CatalogRecord)
    /// Another version is in force than the writer or the reviewer had before them; nothing was changed.
    case overtaken(inForce: Int)
}

/// What is known of a version of a catalog.
public struct CatalogRecord: Sendable, Equatable {
    /// The number, from 1.
    public var version: Int
    /// When it was stored.
    public var savedAt: Timestamp
    /// When it was published; `nil` for a draft.
    public var publishedAt: Timestamp?
    /// Who wrote it: the name of a secret key; `nil` for a file.
    public var author: String?
    /// Who looked at it before it was published.
    public var reviewedBy: String?
    /// The version whose text it brought back.
    public var restores: Int?

    /// Joins the parts.
    public init(
        version: Int,
        savedAt: Timestamp,
        publishedAt: Timestamp?,
        author: String?,
        reviewedBy: String? = nil,
        restores: Int? = nil
    ) {
        self.version = version
        self.savedAt = savedAt
        self.publishedAt = publishedAt
        self.author = author
        self.reviewedBy = reviewedBy
        self.restores = restores
    }
}
