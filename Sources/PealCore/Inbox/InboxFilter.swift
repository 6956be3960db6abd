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
    /// From when on rows are kept: older ones are not shown, except alerts, which stay until they are acknowledged (R147,
    /// R186).
    public var oldest: Timestamp?
    /// Threads of which only the newest row is shown, since they are muted; where `thread` is named, all its rows are.
    public var collapsed: [String] = []
    /// Rows to pass over (S0's `offset`, at most 1,000).
    public var offset: Int

    /// Joins the parts.
    public init(
        isRead: Bool? = nil,
        category: CategoryID? = nil,
        thread: String? = nil,
        since: Timestamp? = nil,
        oldest: Timestamp? = nil,
        offset: Int = 0
    ) {
        self.isRead = isRead
        self.category = category
        self.thread = thread
        self.since = since
        self.oldest = oldest
        self.offset = offset
    }

    /// From when on rows are shown, of alerts or of the others.
    public func earliest(ofAlerts: Bool) -> Timestamp? {
        ofAlerts ? since : [since, oldest].compactMap(\.self).max()
    }
}
