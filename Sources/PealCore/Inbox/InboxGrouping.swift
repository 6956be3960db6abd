/// What counts of an inbox are told apart by, for the badges of tabs (R173).
public enum InboxGrouping: String, Sendable, CaseIterable {
    case category, thread
}

/// How many notifications of one category or thread are waiting.
public struct InboxGroupCount: Sendable, Equatable {
    /// The category or the thread.
    public var key: String
    /// Shown rows not read.
    public var unread: Int
    /// Of these, rows not seen.
    public var unseen: Int

    /// Joins the parts.
    public init(key: String, unread: Int, unseen: Int) {
        self.key = key
        self.unread = unread
        self.unseen = unseen
    }
}
