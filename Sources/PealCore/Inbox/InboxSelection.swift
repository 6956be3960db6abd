/// The notifications of a user that a mark is about.
public enum InboxSelection: Sendable, Equatable {
    /// One, whether or not the inbox shows it.
    case one(NotificationID)
    /// Those the inbox shows that were not seen.
    case unseen(InboxScope)
    /// Those the inbox shows that were not read.
    case unread(InboxScope)
    /// Those the inbox shows.
    case shown(InboxScope)
    /// Those that "clear all" removed, and that nothing else hides (C28).
    case archived(InboxScope)
    /// Those of a thread that were not read, or that may still be pushed.
    case open(thread: String)

    /// The notifications that a mark of an inbox, or of a part of it, may change.
    public init(for mark: InboxMark, in scope: InboxScope) {
        switch mark {
        case .seen: self = .unseen(scope)
        case .read, .opened: self = .unread(scope)
        case .restored: self = .archived(scope)
        case .unread, .received, .dismissed, .acknowledged, .deleted, .archived: self = .shown(scope)
        }
    }
}
