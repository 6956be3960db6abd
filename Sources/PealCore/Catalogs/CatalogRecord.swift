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
    /// The secret key that it came with; `nil` when it came from a file or a command.
    public var authorKey: SecretKeyID?
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
        authorKey: SecretKeyID? = nil,
        reviewedBy: String? = nil,
        restores: Int? = nil
    ) {
        self.version = version
        self.savedAt = savedAt
        self.publishedAt = publishedAt
        self.author = author
        self.authorKey = authorKey
        self.reviewedBy = reviewedBy
        self.restores = restores
    }
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
