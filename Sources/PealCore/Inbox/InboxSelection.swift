/// The notifications of a user that a mark is about.
public enum InboxSelection: Sendable, Equatable {
    /// One, whether or not the inbox shows it.
    case one(NotificationID)
    /// Those the inbox shows that were not seen.
    case unseen
    /// Those the inbox shows that were not read.
    case unread
    /// Those the inbox shows.
    case shown
    /// Those of a thread that were not read, or that may still be pushed.
    case open(thread: String)

    /// The notifications that a mark of the whole inbox may change.
    public init(for mark: InboxMark) {
        switch mark {
        case .seen: self = .unseen
        case .read, .opened: self = .unread
        case .unread, .received, .dismissed, .acknowledged, .deleted, .archived: self = .shown
        }
    }
}
