/// What a badge and a bell show.
public struct InboxCounts: Sendable, Equatable {
    /// Shown rows not read.
    public var unread: Int
    /// Shown rows not seen.
    public var unseen: Int
    /// Counts changes; clients keep the highest.
    public var version: Int

    /// Joins the parts.
    public init(unread: Int, unseen: Int, version: Int) {
        self.unread = unread
        self.unseen = unseen
        self.version = version
    }
}
