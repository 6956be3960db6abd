/// The body of `POST /users/{userId}/page-tickets`.
public struct PageTicketBody: RequestBody, Sendable {
    /// The page that opens first.
    public var page: HostedPage
    /// The event of the page `eta`.
    public var event: String?

    /// How it is read.
    public static var shape: Shape<PageTicketBody> {
        .object { object in
            let page = object.required("page", Shape<HostedPage>.word())
            let event = object.optional("event", .identifier)
            if page == .eta, event == nil { object.report("is required for the page `eta`", at: "event") }
            return PageTicketBody(page: page ?? .preferences, event: event)
        }
    }
}
