/// Which rows a listing shows.
public struct InboxFilter: Sendable, Equatable {
    /// Only read (`true`) or unread (`false`) ones.
    public var isRead: Bool?
    /// Of one category.
    public var category: CategoryID?
    /// Of one thread.
    public var thread: String?
    /// Created at or after an instant.
    public var since: Timestamp?
    /// Rows to pass over (S0's `offset`, at most 1,000).
    public var offset: Int

    /// Joins the parts.
    public init(
        isRead: Bool? = nil,
        category: CategoryID? = nil,
        thread: String? = nil,
        since: Timestamp? = nil,
        offset: Int = 0
    ) {
        self.isRead = isRead
        self.category = category
        self.thread = thread
        self.since = since
        self.offset = offset
    }
}
