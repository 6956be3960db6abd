/// Why a reply is not accepted.
public enum EtaRefusal: Error, Sendable, Equatable {
    /// The user is no member of the event, or there is no such event.
    case unknown
    /// The member hosts the event: hosts ask when participants arrive, and are on no board themselves.
    case hostReply
    /// The member's RSVP is not active (R200).
    case rsvpRequired
    /// The event has no start.
    case noTime
    /// Replies open later.
    case tooEarly(opensAt: Timestamp)
    /// Replies have closed.
    case over(since: Timestamp)
    /// No request was delivered yet.
    case notAsked

    /// What is wrong and what to do about it.
    public var detail: String {
        switch self {
        case .unknown: "unknown event"
        case .hostReply: "You host this event; guests see you as there."
        case .rsvpRequired: "only members with an active RSVP can reply; change the RSVP first"
        case .noTime: "the event has no start yet; set the time that `eta.at` of the catalog names"
        case .tooEarly(let opensAt): "replies open at \(Zone.utc.text(of: opensAt))"
        case .over(let since): "replies closed at \(Zone.utc.text(of: since))"
        case .notAsked: "replies open when the first reminder of the event is delivered"
        }
    }
}
