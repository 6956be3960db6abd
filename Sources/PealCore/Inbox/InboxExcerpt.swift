/// Some notifications of a user and the counts, at the same instant.
public struct InboxExcerpt: Sendable, Equatable {
    /// Those that the inbox shows, in the order of the request.
    public var items: [InboxItem]
    /// The counts and the badge.
    public var counts: InboxCounts

    /// Joins both parts.
    public init(items: [InboxItem], counts: InboxCounts) {
        self.items = items
        self.counts = counts
    }
}
