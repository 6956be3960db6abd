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

    /// Whether a device that makes the mark has received the push.
    public var confirmsPush: Bool { self == .received || self == .opened || self == .dismissed }

    /// Whether the mark removes the row from the inbox.
    public var isRemoval: Bool { self == .deleted || self == .archived }
}
