/// What happens to an inbox row.
public enum InboxMark: String, Sendable, Codable {
    case seen, read, unread, received, opened, dismissed, acknowledged, deleted
    /// Taken off the list by "clear all", restorable until retention (C28).
    case archived
}
