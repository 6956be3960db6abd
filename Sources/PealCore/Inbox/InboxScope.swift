/// Which notifications of an inbox a mark or a clear is about; what is not named sets no bound.
public struct InboxScope: Sendable, Equatable {
    /// Of one category.
    public var category: CategoryID?
    /// Of one thread.
    public var thread: String?
    /// About one entity.
    public var entity: EntityRef?
    /// That lead to this screen: with this link, whatever its query says, such as `?highlight=r1` (R124, R170).
    public var link: String?
    /// Decided at or after an instant.
    public var since: Timestamp?
    /// Decided before an instant.
    public var before: Timestamp?

    /// The whole inbox.
    public static let everything = InboxScope()

    /// Sets the bounds.
    public init(
        category: CategoryID? = nil,
        thread: String? = nil,
        entity: EntityRef? = nil,
        link: String? = nil,
        since: Timestamp? = nil,
        before: Timestamp? = nil
    ) {
        self.category = category
        self.thread = thread
        self.entity = entity
        self.link = link
        self.since = since
        self.before = before
    }
}
