/// A catalog's text on its way in.
public struct CatalogText: Sendable, Equatable {
    /// The text.
    public var yaml: String
    /// Who wrote it: the name of a secret key.
    public var author: String
    /// The secret key that it came with; `nil` when it came from a file or a command.
    public var authorKey: SecretKeyID?
    /// Who reviewed it; `nil` when it was not reviewed.
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
        authorKey: SecretKeyID? = nil,
        reviewedBy: String? = nil,
        restores: Int? = nil,
        isDraft: Bool = false,
        expected: Int? = nil
    ) {
        self.yaml = yaml
        self.author = author
        self.authorKey = authorKey
        self.reviewedBy = reviewedBy
        self.restores = restores
        self.isDraft = isDraft
        self.expected = expected
    }
}
