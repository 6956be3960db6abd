/// The body of `POST /catalog/rollback`: which version's text is published again.
public struct CatalogRollbackBody: RequestBody, Sendable {
    /// The version.
    public var version: Int
    /// The reviewer's name, when it was reviewed.
    public var reviewedBy: String?

    /// How it is read.
    public static var shape: Shape<CatalogRollbackBody> {
        .object { object in
            let reviewedBy = object.optional("reviewedBy", .text(graphemes: 100))
            guard let version = object.required("version", .integer(in: 1...Int(Int32.max))) else { return nil }
            return CatalogRollbackBody(version: version, reviewedBy: reviewedBy)
        }
    }
}
