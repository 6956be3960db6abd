extension APIRoute {
    /// A participant says when they arrive.
    public static let replyEta = api(.post, "/events/{eventId}/eta", .userOrBackend, body: usualBodyLimit)
    /// The host's board.
    public static let etaBoard = api(.get, "/events/{eventId}/participants/eta", .userOrBackend, query: ["viewed"])
    /// The details of a participant, for hosts.
    public static let etaParticipant = api(.get, "/events/{eventId}/participants/{userId}", .userOrBackend)

    /// Every call about events.
    public static let eventCalls: [APIRoute] = [replyEta, etaBoard, etaParticipant]
}
