extension APIRoute {
    /// A ticket that opens a hosted page for a user.
    public static let pageTicket = api(.post, "/users/{userId}/page-tickets", .userOrBackend, body: usualBodyLimit)
    /// A hosted page gets its session for the ticket that it was opened with.
    public static let pageSession = api(.post, "/pages/session", .open, body: usualBodyLimit)

    /// A link to the analytics page.
    public static let pageLink = api(.post, "/pages/ticket", .backend(.insight), body: usualBodyLimit)

    /// Every call of hosted pages.
    public static let pageCalls: [APIRoute] = [pageTicket, pageSession, pageLink]
}
