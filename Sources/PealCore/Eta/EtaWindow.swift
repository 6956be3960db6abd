/// When replies about an entity are open, and until when they are shown (R199).
public struct EtaWindow: Sendable, Equatable {
    /// The first instant of replies.
    public var opensAt: Timestamp
    /// The time that replies are about.
    public var startsAt: Timestamp
    /// The first instant after them; statuses are not shown from then on.
    public var clearsAt: Timestamp

    /// Joins the instants.
    /// - Parameters:
    ///   - opensAt: the first instant of replies.
    ///   - startsAt: the time that replies are about.
    ///   - clearsAt: the first instant after them.
    public init(opensAt: Timestamp, startsAt: Timestamp, clearsAt: Timestamp) {
        self.opensAt = opensAt
        self.startsAt = startsAt
        self.clearsAt = clearsAt
    }

    /// How long before the window opens a reply still counts: a start that moves by hours keeps the replies, one that moves by
    /// days does not.
    private static let memory = Duration.seconds(24 * 3_600)

    /// Whether a reply is shown at an instant.
    public func shows(_ reply: EtaReply, at now: Timestamp) -> Bool {
        now < clearsAt && reply.at >= opensAt - Self.memory
    }

    /// Why replies are refused at an instant; `nil` while they are open.
    /// - Parameters:
    ///   - now: the instant.
    ///   - isAsked: whether a request was delivered.
    /// - Returns: the first reason that applies.
    public func closed(at now: Timestamp, isAsked: Bool) -> EtaRefusal? {
        if now >= clearsAt { return .over(since: clearsAt) }
        if now < opensAt { return .tooEarly(opensAt: opensAt) }
        return isAsked ? nil : .notAsked
    }
}
