/// The body of `POST /pages/session`.
public struct PageSessionBody: RequestBody, Sendable {
    /// The ticket that the page was opened with.
    public var ticket: String

    /// How it is read.
    public static var shape: Shape<PageSessionBody> {
        .object { object in PageSessionBody(ticket: object.required("ticket", .string(bytes: 200)) ?? "") }
    }
}
