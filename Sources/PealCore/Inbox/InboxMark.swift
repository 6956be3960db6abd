/// What happens to an inbox row.
public enum InboxMark: String, Sendable, Codable {
    case seen, read, unread, received, opened, dismissed, acknowledged, deleted
    /// Removed from the list by "clear all", restorable until retention (C28).
    case archived
    /// Back in the list after "clear all" (C28).
    case restored

    /// Whether the notification must be in the inbox: a device also reports what happened to a push that has no inbox row.
    public var needsShownRow: Bool {
        switch self {
        case .received, .opened, .dismissed: false
        case .seen, .read, .unread, .acknowledged, .deleted, .archived, .restored: true
        }
    }

    /// Whether the mark removes the row from the inbox.
    public var isRemoval: Bool { self == .deleted || self == .archived }

    /// What it means for the rows of a muted thread that a row stands for; `nil` leaves them as they are.
    public var ofCollapsed: InboxMark? {
        switch self {
        case .read, .opened: .read
        case .deleted: .deleted
        case .seen, .unread, .received, .dismissed, .acknowledged, .archived, .restored: nil
        }
    }
}
