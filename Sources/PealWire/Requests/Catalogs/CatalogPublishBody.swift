/// The body of `POST /catalog/versions/{version}/publish`: who has looked at a draft (R117).
public struct CatalogPublishBody: RequestBody, Sendable {
    /// The reviewer's name, as the app's team writes it.
    public var reviewedBy: String

    /// How it is read.
    public static var shape: Shape<CatalogPublishBody> {
        .object { object in
            guard let reviewedBy = object.required("reviewedBy", .text(graphemes: 100)) else { return nil }
            return CatalogPublishBody(reviewedBy: reviewedBy)
        }
    }
}
