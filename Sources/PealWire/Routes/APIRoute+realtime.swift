extension APIRoute {
    /// A ticket for a live connection, where a client cannot send a header.
    public static let realtimeTicket = api(.post, "/realtime/ticket", .endUser)
    /// Follows channels by server-sent events.
    public static let stream = api(.get, "/stream", .userOrTicket, query: ["channels", "since", "ticket"])
    /// Follows channels by WebSocket.
    public static let realtime = api(.get, "/realtime", .userOrTicket, query: ["ticket"])

    /// Every call of real time.
    public static let realtimeCalls: [APIRoute] = [realtimeTicket, stream, realtime]
}
