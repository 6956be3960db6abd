/// The body of `POST /pages/ticket`.
public struct PageLinkBody: RequestBody, Sendable {
    /// How long the link works; `nil` as usual.
    public var duration: Duration?

    private enum Page: String, CaseIterable { case analytics }

    /// How it is read.
    public static var shape: Shape<PageLinkBody> {
        .object { object in
            _ = object.required("page", Shape<Page>.word())
            return PageLinkBody(duration: object.optional("for", .duration(atMost: .seconds(92 * 86_400))))
        }
    }
}
