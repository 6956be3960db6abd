/// What a decision says about a channel other than push and the inbox.
public enum ChannelResult: Sendable, Equatable {
    /// It is not used, for a reason.
    case off(Reason)
    /// It is sent now.
    case send
    /// It waits for the end of the user's quiet hours, and is decided again then.
    case hold(until: Timestamp)

    /// Whether it waits.
    public var isHeld: Bool { if case .hold = self { true } else { false } }

    /// Why it is not sent now; `nil` for one that is.
    public var reason: Reason? {
        switch self {
        case .off(let reason): reason
        case .send: nil
        case .hold: .quietHours
        }
    }

    /// When it is sent or decided again, decided at an instant; `nil` for one that is off.
    public func dueAt(decidedAt now: Timestamp) -> Timestamp? {
        switch self {
        case .off: nil
        case .send: now
        case .hold(let until): until
        }
    }
}
