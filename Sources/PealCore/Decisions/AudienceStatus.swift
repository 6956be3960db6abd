/// How a user stands to the audience of a trigger whose push for them waited.
public enum AudienceStatus: Sendable, Equatable {
    /// Still in the audience, or decided so recently that nobody asks.
    case recipient
    /// Not in the audience any more.
    case left
    /// The trigger's entity is deleted.
    case entityDeleted

    /// Why nothing is sent; `nil` for a recipient.
    public var reason: Reason? {
        switch self {
        case .recipient: nil
        case .left: .leftAudience
        case .entityDeleted: .entityDeleted
        }
    }
}
